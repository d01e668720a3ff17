import { type Outpoint, outputOf, parseTransaction } from '../bitcoin/block.ts'
import { isNetworkName } from '../bitcoin/networks.ts'
import type { Store } from '../database/database.ts'
import { readMeta } from '../database/meta.ts'
import { DayWindow } from './dayWindow.ts'
import { countMoves, type LedgerRecord, type Verdict } from './effects.ts'
import { type ExpectedMovement, pendingMovementsOf } from './expectedMovement.ts'
import { IndexState } from './indexState.ts'
import { MAX_TRANSACTION_MOVES } from './mempoolTransactions.ts'
import type { HeldOutput } from './moves.ts'
import { type PendingRecord, recordOf } from './pendingRecord.ts'
import { readChainWithin } from './readChain.ts'
import { applyBlock, type Chain } from './rules.ts'
import { readIndexTip } from './writeBatch.ts'

/** What a transaction would do after the block with the hash `tip`. `spent`: the outputs with runes that it spends. */
export type AppliedTransaction = {
  tip: string
  state: 'worked-out' | 'skipped'
  movements: ExpectedMovement[]
  records: PendingRecord[]
  /** Of a rune with terms: which of its mints it is, counted from 1, and how many there can be. */
  mint: { number: bigint; cap: bigint } | undefined
  refusals: Verdict[]
  spent: ReadonlyMap<string, HeldOutput>
}

/**
 * Applies the rules to a transaction as if the block after the newest one had it. Commitments to names are not looked
 * at: only a node knows them. One that asks for too many moves is skipped. Undefined while there is no index.
 * @throws {MalformedBlock}
 */
export function applyTransaction(
  bytes: Uint8Array<ArrayBuffer>,
  store: Store,
): Promise<AppliedTransaction | undefined> {
  const transaction = parseTransaction(bytes, 0)
  return store.readTransaction(async (query) => {
    const [tip, meta] = [await readIndexTip(query), await readMeta({ ...store, query }, 'runes')]
    const network = meta?.get('network') ?? ''
    if (tip === undefined || !isNetworkName(network)) return
    const firstHeight = Number(meta?.get('first_height'))
    const options = { firstHeight, tip, window: new DayWindow() }
    const state = new IndexState({ ...store, query }, network, options)
    const height = tip.height + 1
    const block = { height, hash: '', parent: tip.hash, timestamp: 0, transactions: [transaction] }
    const skipped = { tip: tip.hash, state: 'skipped' as const, ...NOTHING }
    const left = MAX_TRANSACTION_MOVES - countMoves(transaction)
    const chain = left < 0 ? undefined : await readChainWithin(state, block, left)
    if (chain === undefined) return skipped
    const [changes] = applyBlock(block, { ...chain, commitments: new Map() })
    const { records = [], refusals = [] } = changes ?? {}
    const known = records.filter(({ rune }) => rune !== `${height}:0`)
    return {
      tip: tip.hash,
      state: 'worked-out',
      movements: pendingMovementsOf(transaction.txid, known),
      records: known.map(recordOf),
      mint: mintOf(known, chain),
      refusals: withoutCommitments(refusals),
      spent: byOutput(chain.outputs),
    }
  })
}

const NOTHING = {
  movements: [],
  records: [],
  mint: undefined,
  refusals: [],
  spent: new Map(),
}
const NEEDS_NODE: readonly Verdict['reason'][] = ['no-commitment', 'young-commitment']

/** Leaves out what only commitments to a name decide, which are read from a node. */
export function withoutCommitments(refusals: Verdict[]): Verdict[] {
  return refusals.filter(({ reason }) => !NEEDS_NODE.includes(reason))
}

function mintOf(records: LedgerRecord[], { runes }: Pick<Chain, 'runes'>) {
  const minted = records.find(({ operation }) => operation === 'mint')
  const rune = minted && runes.get(minted.rune)
  if (minted === undefined || rune?.terms?.cap === undefined) return
  return { number: rune.mints + 1n, cap: rune.terms.cap }
}

/** By `<transaction id>:<index>`. */
export function byOutput(spent: ReadonlyMap<Outpoint, HeldOutput>): Map<string, HeldOutput> {
  return new Map([...spent].map(([outpoint, held]) => [outputOf(outpoint), held]))
}
