import { optionalNumberOf, type Query, type Row, type Store, textOf } from '../database/database.ts'
import { countWrite } from '../database/meta.ts'
import { insertRows, LIST, selectIn } from '../database/rows.ts'
import { stacksBlocks, tokenContracts, tokenTasks } from '../database/tokenSchema.ts'
import type { BlockOfContracts } from './findContracts.ts'
import { nameTokens, newTask, readAgain } from './tasks.ts'
import { contractRow, deleteFrom, deleteNodeTokens } from './writeFacts.ts'

/** About four hours. Bitcoin takes back a few tenures at most, of some 80 blocks each. */
export const MAX_STORED_BLOCKS = 2000

/** Blocks, newest first, and the height of the stored block before them; undefined if there is none. */
export type Branch = { blocks: BlockOfContracts[]; ancestor: number | undefined }

/** Before all else that is due. */
const FIRST = -1

/**
 * Writes blocks: what they deploy is to be read first, and the supplies of tokens that they name again. The stored
 * blocks above their ancestor are taken back; without an ancestor, the stored ones are forgotten.
 */
export async function writeBranch(store: Store, branch: Branch, now: number): Promise<void> {
  const { blocks, ancestor = -1 } = branch
  const newest = blocks[0]?.height ?? ancestor
  await store.transaction(async (query) => {
    const within = { ...store, query }
    const deleted = await takeBack(within, branch)
    await query('DELETE FROM stacks_blocks WHERE height > $1 OR height <= $2', [
      ancestor,
      newest - MAX_STORED_BLOCKS,
    ])
    await addContracts(within, blocks)
    await readFirst(within, [...deployedBy(blocks).keys()])
    const stored = await withKnownNames(query, blocks.slice(0, MAX_STORED_BLOCKS))
    await insertRows(within, stacksBlocks, stored.map(blockRow))
    await nameTokens(within, namedBy(stored), now)
    if (deleted > 0) await countWrite(query, 'tokens')
  })
}

/** The lowest height at which each contract is deployed: a deployment may fail, and another one follow. */
function deployedBy(blocks: readonly BlockOfContracts[]): Map<string, number> {
  return new Map(
    blocks.flatMap(({ height, deployed }) =>
      deployed.map((principal): [string, number] => [principal, height]),
    ),
  )
}

/** The highest height at which each contract is named. */
function namedBy(blocks: readonly BlockOfContracts[]): Map<string, number> {
  return new Map(
    blocks
      .toReversed()
      .flatMap(({ height, named }) =>
        named.map((principal): [string, number] => [principal, height]),
      ),
  )
}

async function withKnownNames(
  query: Query,
  blocks: readonly BlockOfContracts[],
): Promise<BlockOfContracts[]> {
  const rows = await selectIn(
    query,
    `SELECT principal FROM contracts WHERE state <> 'other' AND principal IN (${LIST})`,
    blocks.flatMap(({ named }) => named),
  )
  const known = new Set(rows.map(principalIn))
  return blocks.map((block) => ({
    ...block,
    named: block.named.filter((principal) => known.has(principal)),
  }))
}

function blockRow({ height, id, deployed, named }: BlockOfContracts) {
  return { height, id, deployed: JSON.stringify(deployed), named: JSON.stringify(named) }
}

/**
 * Takes the deployments of the stored blocks above the ancestor back. Contracts that were not known before go, and all
 * others are to be judged again. Tokens stay if the branch deploys them too. Returns how many tokens were deleted.
 */
async function takeBack(store: Store, { blocks, ancestor }: Branch): Promise<number> {
  const { query } = store
  const undone = await readUndone(query, ancestor ?? -1)
  if (ancestor !== undefined) await readAgain(query, undone.named, ancestor)
  const contracts = await selectIn(
    query,
    `SELECT principal, found_height FROM contracts WHERE principal IN (${LIST})`,
    undone.deployed,
  )
  // Without an ancestor, nobody knows which of them the node has left.
  const isNew = (row: Row) =>
    ancestor !== undefined && (optionalNumberOf(row, 'found_height') ?? -1) > ancestor
  const gone = contracts.filter(isNew).map(principalIn)
  await deleteFrom(query, 'contracts', gone)
  await deleteFrom(query, 'token_tasks', gone)
  await judgeAgain(store, contracts.filter((row) => !isNew(row)).map(principalIn))
  const deployedAgain = deployedBy(blocks)
  return deleteNodeTokens(
    query,
    gone.filter((principal) => !deployedAgain.has(principal)),
  )
}

async function readUndone(query: Query, ancestor: number) {
  const rows = await query('SELECT deployed, named FROM stacks_blocks WHERE height > $1', [
    ancestor,
  ])
  const principals = (column: string) =>
    rows.flatMap((row): string[] => JSON.parse(textOf(row, column)))
  return { deployed: principals('deployed'), named: principals('named') }
}

function principalIn(row: Row): string {
  return textOf(row, 'principal')
}

async function judgeAgain(store: Store, principals: string[]): Promise<void> {
  await selectIn(
    store.query,
    `UPDATE contracts SET state = 'candidate', assets = NULL WHERE principal IN (${LIST})`,
    principals,
  )
  await readFirst(store, principals)
}

/** Adds the contracts that blocks deploy and that are not known, to be read first. */
export async function addContracts(
  store: Store,
  blocks: readonly BlockOfContracts[],
): Promise<void> {
  const deployed = deployedBy(blocks)
  const known = await selectIn(
    store.query,
    `SELECT principal FROM contracts WHERE principal IN (${LIST})`,
    deployed.keys(),
  )
  const knownPrincipals = new Set(known.map(principalIn))
  const added = [...deployed].filter(([principal]) => !knownPrincipals.has(principal))
  await insertRows(
    store,
    tokenContracts,
    added.map(([principal, found_height]) => ({
      ...contractRow(principal, 'candidate', undefined),
      found_height,
    })),
  )
  await readFirst(
    store,
    added.map(([principal]) => principal),
  )
}

async function readFirst(store: Store, principals: readonly string[]): Promise<void> {
  const tasks = principals.map((principal) => newTask(principal, 'facts', FIRST))
  await insertRows(store, tokenTasks, tasks, { fixed: ['named_height'] })
}
