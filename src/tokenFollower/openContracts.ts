import { isSampleToken } from '../contract/schemas/token.ts'
import { type Query, type Store, textOf } from '../database/database.ts'
import { countWrite, readMeta, writeMeta } from '../database/meta.ts'
import { insertRows } from '../database/rows.ts'
import { tokenContracts, tokenDeployments, tokenTasks } from '../database/tokenSchema.ts'
import { CannotFollow } from '../following/faults.ts'
import type { StacksNetwork } from '../stacks/node.ts'
import { deleteTokens } from '../tokens/deleteTokens.ts'
import { setTransactions } from '../tokens/writeTokens.ts'
import type { Candidate } from './candidates.ts'
import { newTask } from './tasks.ts'
import { contractRow } from './writeFacts.ts'

/**
 * Makes the tables those of a network, the first time, and adds the contracts that are to be read: on mainnet the
 * candidates, and all that are stored as tokens.
 * @throws {CannotFollow} if the tokens are those of another network.
 */
export async function openContracts(
  store: Store,
  network: StacksNetwork,
  candidates: readonly Candidate[],
): Promise<void> {
  await store.transaction(async (query) => {
    const within = { ...store, query }
    const stored = (await readMeta(within, 'tokens'))?.get('network')
    if (stored === undefined) await adopt(query, network)
    else if (stored !== network)
      throw new CannotFollow('other-network', otherNetwork(stored, network))
    await addContracts(within, network === 'mainnet' ? candidates : [])
  })
}

function otherNetwork(stored: string, network: StacksNetwork): string {
  return `The tokens are those of Stacks ${stored}, the node is on ${network}. Set DATA_DIR to another folder, or DATABASE_URL to another database, for its tokens.`
}

/** Only mainnet has the bundled tokens. The samples are for a Cairn without a node. */
async function adopt(query: Query, network: StacksNetwork): Promise<void> {
  const rows = await query(
    "SELECT principal, source FROM tokens WHERE source IN ('sample', 'snapshot')",
  )
  const leaving = rows
    .filter(({ source }) => source === 'sample' || network !== 'mainnet')
    .map((row) => textOf(row, 'principal'))
  await deleteTokens(query, leaving)
  await writeMeta(query, 'tokens', { network })
  await countWrite(query, 'tokens')
}

async function addContracts(store: Store, candidates: readonly Candidate[]): Promise<void> {
  await judgeAgain(store.query)
  await store.query(READ_IMPORTS)
  const known = await store.query('SELECT principal FROM contracts')
  const stored = await store.query('SELECT principal FROM tokens')
  const principals = candidates.map(({ principal }) => principal)
  const wanted = new Set([...principals, ...stored.map((row) => textOf(row, 'principal'))])
  for (const row of known) wanted.delete(textOf(row, 'principal'))
  const added = [...wanted].filter((principal) => !isSampleToken(principal))
  await insertRows(
    store,
    tokenContracts,
    added.map((principal) => contractRow(principal, 'candidate', undefined)),
  )
  await insertRows(
    store,
    tokenTasks,
    added.map((principal) => newTask(principal, 'facts', 0)),
  )
  await addDeployments(
    store,
    candidates.filter(({ principal }) => wanted.has(principal)),
  )
}

/** The node tells the rest of them, and whether they are right. */
async function addDeployments(store: Store, candidates: readonly Candidate[]): Promise<void> {
  const rows = candidates.flatMap(({ principal, deployment }) => {
    if (deployment === undefined) return []
    const { height: block_height, txId: tx_id } = deployment
    return [{ principal, tx_id, block_height, block_id: undefined, deployed_at: undefined }]
  })
  await insertRows(store, tokenDeployments, rows, { fixed: ['tx_id', 'block_id', 'deployed_at'] })
  await setTransactions(
    store.query,
    rows.map(({ principal }) => principal),
  )
}

/** An import may bring a token that was none for the node. */
async function judgeAgain(query: Query): Promise<void> {
  const imported = "state = 'other' AND principal IN (SELECT principal FROM tokens)"
  await query(
    `INSERT INTO token_tasks (principal, kind, due_at, failures)
       SELECT principal, 'facts', 0, 0 FROM contracts WHERE ${imported}`,
  )
  await query(`UPDATE contracts SET state = 'candidate' WHERE ${imported}`)
}

/** The facts of imported tokens are those of the node. */
const READ_IMPORTS = `
  UPDATE token_tasks SET due_at = 0
   WHERE kind = 'facts' AND principal IN
         (SELECT principal FROM tokens WHERE source = 'import' AND facts_height IS NULL)`
