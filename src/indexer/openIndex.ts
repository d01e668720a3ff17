import { NETWORKS, type NetworkName } from '../bitcoin/networks.ts'
import { MAX_U128, spaceName } from '../bitcoin/runeNames.ts'
import type { Store } from '../database/database.ts'
import { type Meta, readMeta, writeMeta } from '../database/meta.ts'
import { createTables, insertRows } from '../database/rows.ts'
import { RUNE_INDEXES, RUNE_TABLES, runes, SCHEMA_VERSION } from '../database/schema.ts'
import { CannotFollow } from '../following/faults.ts'
import { readDayWindow } from './dayWindow.ts'
import { type IndexLimits, IndexState } from './indexState.ts'
import { updateMintState } from './mintState.ts'
import { noFigures, type RuneState, runeRows } from './states.ts'
import { type IndexStore, type IndexTip, readIndexTip } from './writeBatch.ts'

/** What an index is about: a network, from a height on. */
export type IndexScope = { network: NetworkName; firstHeight: number }

/**
 * Opens the index in a database, or creates its tables.
 * @throws {CannotFollow} if it is about something else, or if another version of Cairn made it.
 */
export async function openIndex(
  store: IndexStore,
  scope: IndexScope,
  limits?: Partial<IndexLimits>,
): Promise<IndexState> {
  const meta = await readMeta(store, 'runes')
  if (meta === undefined) await createIndex(store, scope)
  else expectScope(meta, scope)
  return readIndexState(store, { ...scope, limits })
}

/** Reads the state of an index from its tables, forgetting what is not written. */
export async function readIndexState(
  store: IndexStore,
  scope: IndexScope & { limits?: Partial<IndexLimits> | undefined },
): Promise<IndexState> {
  const tip = (await readIndexTip(store.query)) ?? startOf(scope)
  const window = await readDayWindow(store.query)
  return new IndexState(store, scope.network, { ...scope, tip, window })
}

/** Creates what only readers need, at the end of the first pass. */
export async function createIndexes(store: Store): Promise<void> {
  for (const statement of RUNE_INDEXES) await store.query(statement)
  await store.tidyUp(RUNE_TABLES)
  await store.transaction((query) => writeMeta(query, 'runes', { indexes: 'complete' }))
}

/** Deletes an index, whatever it is about. @throws {DatabaseError} if another program writes to it. */
export async function dropIndex(store: Store): Promise<void> {
  const unlock = await store.lock('runes')
  try {
    await store.transaction(async (query) => {
      for (const { name } of RUNE_TABLES) await query(`DROP TABLE IF EXISTS ${name}`)
      if ((await readMeta({ ...store, query }, 'runes')) === undefined) return
      await query("DELETE FROM meta WHERE part = 'runes'")
    })
  } finally {
    unlock()
  }
}

async function createIndex(store: Store, { network, firstHeight }: IndexScope): Promise<void> {
  await store.transaction(async (query) => {
    await createTables({ ...store, query }, RUNE_TABLES)
    await writeMeta(query, 'runes', {
      version: SCHEMA_VERSION,
      network,
      first_height: String(firstHeight),
      indexes: 'missing',
      writes: '0',
    })
    if (network === 'main') await insertFirstRune({ ...store, query })
  })
}

/** @throws {CannotFollow} if another version of Cairn made the index. */
export function expectVersion(meta: Meta | undefined): void {
  if (meta !== undefined && meta.get('version') !== SCHEMA_VERSION)
    throw new CannotFollow('outdated-index', OUTDATED)
}

function expectScope(meta: Meta, { network, firstHeight }: IndexScope): void {
  expectVersion(meta)
  const stored = meta.get('network')
  if (stored !== network) {
    throw new CannotFollow(
      'other-network',
      `The index is of the network ${stored}, the node is on ${network}. Set DATA_DIR to another folder, or DATABASE_URL to another database, for a second index.`,
    )
  }
  const first = meta.get('first_height')
  if (first === String(firstHeight)) return
  throw new CannotFollow(
    'outdated-index',
    `The index begins with block ${first}, and should begin with ${firstHeight}. ${REBUILD}`,
  )
}

export const REBUILD = 'Rebuild it with: npm run index -- --rebuild'
const OUTDATED = `Another version of Cairn made this index. ${REBUILD}`

/** The state before the first block. */
export function startOf({ network, firstHeight }: IndexScope): IndexTip {
  return {
    height: firstHeight - 1,
    hash: '',
    latestTimestamp: 0,
    movements: 0,
    burns: 0,
    next: { tx: 0, address: 0, rune: network === 'main' ? 1 : 0, record: 0 },
  }
}

/** The rune 1:0, which the protocol itself defines on mainnet. */
async function insertFirstRune(store: Store): Promise<void> {
  const name = 'UNCOMMONGOODS'
  const first: RuneState = {
    id: 0,
    runeId: '1:0',
    height: 1,
    txIndex: 0,
    tx: undefined,
    name,
    spacedName: spaceName(name, 1 << 7),
    divisibility: 0,
    symbol: '⧉',
    isTurbo: true,
    isCenotaph: false,
    premine: 0n,
    payer: undefined,
    terms: {
      amount: 1n,
      cap: MAX_U128,
      heightStart: BigInt(NETWORKS.main.firstRuneHeight),
      heightEnd: BigInt(NETWORKS.main.firstRuneHeight + 210_000),
    },
    ...noFigures(),
  }
  updateMintState(first, NETWORKS.main.firstRuneHeight)
  await insertRows(store, runes, runeRows(first))
}
