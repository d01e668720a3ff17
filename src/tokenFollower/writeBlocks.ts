import { optionalNumberOf, type Row, type Store, textOf } from '../database/database.ts'
import { countWrite } from '../database/meta.ts'
import { insertRows, LIST, selectIn } from '../database/rows.ts'
import { stacksBlocks, tokenContracts, tokenTasks } from '../database/tokenSchema.ts'
import type { NakamotoBlock } from '../stacks/block.ts'
import { contractRow, deleteFrom, deleteNodeTokens } from './writeFacts.ts'

/** About four hours. Bitcoin takes back a few tenures at most, of some 80 blocks each. */
export const MAX_STORED_BLOCKS = 2000

/** Blocks, newest first, and the height of the stored block before them; undefined if there is none. */
export type Branch = { blocks: NakamotoBlock[]; ancestor: number | undefined }

/** Before all else that is due. */
const FIRST = -1

/**
 * Writes blocks: what they deploy is to be read first. The stored blocks above their ancestor are taken back. Without an
 * ancestor, the stored ones are forgotten.
 */
export async function writeBranch(store: Store, branch: Branch): Promise<void> {
  const { blocks, ancestor = -1 } = branch
  const newest = blocks[0]?.height ?? ancestor
  await store.transaction(async (query) => {
    const within = { ...store, query }
    const deleted = await takeBack(within, branch)
    await query('DELETE FROM stacks_blocks WHERE height > $1 OR height <= $2', [
      ancestor,
      newest - MAX_STORED_BLOCKS,
    ])
    await insertRows(within, stacksBlocks, blocks.slice(0, MAX_STORED_BLOCKS).map(blockRow))
    await addDeployed(within, deployedBy(blocks))
    if (deleted > 0) await countWrite(query, 'tokens')
  })
}

/** The lowest height at which each contract is deployed: a deployment may fail, and another one follow. */
function deployedBy(blocks: readonly NakamotoBlock[]): Map<string, number> {
  return new Map(
    blocks.flatMap((block) =>
      deploymentsIn(block).map((principal): [string, number] => [principal, block.height]),
    ),
  )
}

function deploymentsIn({ transactions }: NakamotoBlock): string[] {
  return transactions.flatMap(({ origin, deploys }) =>
    deploys === undefined ? [] : [`${origin}.${deploys}`],
  )
}

function blockRow(block: NakamotoBlock) {
  const { height, id } = block
  return { height, id, deployed: JSON.stringify(deploymentsIn(block)) }
}

/**
 * Takes the deployments of the stored blocks above the ancestor back. Contracts that were not known before go, and all
 * others are to be judged again. Tokens stay if the branch deploys them too. Returns how many tokens were deleted.
 */
async function takeBack(store: Store, { blocks, ancestor = -1 }: Branch): Promise<number> {
  const { query } = store
  const undone = await query('SELECT deployed FROM stacks_blocks WHERE height > $1', [ancestor])
  const contracts = await selectIn(
    query,
    `SELECT principal, found_height FROM contracts WHERE principal IN (${LIST})`,
    undone.flatMap((row): string[] => JSON.parse(textOf(row, 'deployed'))),
  )
  // Without an ancestor, nobody knows which of them the node has left.
  const firstUndone = ancestor === -1 ? Number.POSITIVE_INFINITY : ancestor + 1
  const isNew = (row: Row) => (optionalNumberOf(row, 'found_height') ?? -1) >= firstUndone
  const principalOf = (row: Row) => textOf(row, 'principal')
  const gone = contracts.filter(isNew).map(principalOf)
  await deleteFrom(query, 'contracts', gone)
  await deleteFrom(query, 'token_tasks', gone)
  await judgeAgain(store, contracts.filter((row) => !isNew(row)).map(principalOf))
  const deployedAgain = deployedBy(blocks)
  return deleteNodeTokens(
    query,
    gone.filter((principal) => !deployedAgain.has(principal)),
  )
}

async function judgeAgain(store: Store, principals: string[]): Promise<void> {
  await selectIn(
    store.query,
    `UPDATE contracts SET state = 'candidate', assets = NULL WHERE principal IN (${LIST})`,
    principals,
  )
  await readFirst(store, principals)
}

async function addDeployed(store: Store, deployed: ReadonlyMap<string, number>): Promise<void> {
  const principals = [...deployed.keys()]
  const known = await selectIn(
    store.query,
    `SELECT principal FROM contracts WHERE principal IN (${LIST})`,
    principals,
  )
  const knownPrincipals = new Set(known.map((row) => textOf(row, 'principal')))
  const added = [...deployed].filter(([principal]) => !knownPrincipals.has(principal))
  await insertRows(
    store,
    tokenContracts,
    added.map(([principal, found_height]) => ({
      ...contractRow(principal, 'candidate', undefined),
      found_height,
    })),
  )
  await readFirst(store, principals)
}

async function readFirst(store: Store, principals: readonly string[]): Promise<void> {
  const tasks = principals.map(
    (principal) => ({ principal, kind: 'facts', due_at: FIRST, failures: 0 }) as const,
  )
  await insertRows(store, tokenTasks, tasks, { fixed: [] })
}
