import { parsePrincipal } from '../contract/identifiers.ts'
import {
  optionalNumberOf,
  optionalTextOf,
  type Query,
  type Row,
  type Store,
  textOf,
} from '../database/database.ts'
import { insertRows, LIST, selectIn } from '../database/rows.ts'
import type { NewRow } from '../database/table.ts'
import { tokenContracts, tokenDeployments, tokens, tokenTasks } from '../database/tokenSchema.ts'
import { deleteTokens } from '../tokens/deleteTokens.ts'
import { setTransactions } from '../tokens/writeTokens.ts'
import type { Deployment } from './findDeployment.ts'
import type { ContractFacts } from './readFacts.ts'
import { bringForward, type Task } from './tasks.ts'
import { type WantOptions, wantDocuments } from './wantedDocuments.ts'
import { writeTerms } from './writeTerms.ts'

/** What was read of a contract. */
export type ReadContract = { principal: string; tasks: Task[] } & (
  | {
      kind: 'token'
      assets: string[]
      facts: ContractFacts
      problem: string | undefined
      height: number
    }
  | { kind: 'supply'; totalSupply: string | undefined; height: number }
  | { kind: 'deployment'; deployment: Deployment }
  /** It is no SIP-010 token. */
  | { kind: 'other' }
  /** The node does not know it. */
  | { kind: 'unknown' }
  /** A call failed. */
  | { kind: 'unread' }
)

type Token = Extract<ReadContract, { kind: 'token' }>
type TokenRow = NewRow<typeof tokens>

/**
 * Writes, in a transaction, what was read, and when to read it again. Documents are left alone, and rows that stay the
 * same. Returns whether something changed.
 */
export async function writeFacts(
  store: Store,
  read: readonly ReadContract[],
  { documents, now }: WantOptions,
): Promise<boolean> {
  const changes = [
    await writeTokens(store, read.filter(isOf('token')), { documents, now }),
    await writeSupplies(store.query, read.filter(isOf('supply')), now),
    await writeDeployments(store, read.filter(isOf('deployment'))),
    await removeOthers(store, read.filter(isOf('other'))),
    await removeUnknown(store.query, read.filter(isOf('unknown'))),
  ]
  await writeTasks(store, read)
  return changes.some((changed) => changed > 0)
}

function isOf<Kind extends ReadContract['kind']>(kind: Kind) {
  return (one: ReadContract): one is Extract<ReadContract, { kind: Kind }> => one.kind === kind
}

/** Returns how many changed. */
async function writeTokens(
  store: Store,
  read: Token[],
  { documents, now }: WantOptions,
): Promise<number> {
  const principals = read.map(({ principal }) => principal)
  const stored = await selectByPrincipal(store.query, 'tokens', principals)
  const rows = read.map((token) => tokenRow(token, now))
  const changed = rows.filter((row) => !isSame(row, stored.get(row.principal)))
  await insertRows(store, tokens, changed, { fixed: OF_DOCUMENTS })
  const written = changed.map(({ principal }) => principal)
  await setTransactions(store.query, written)
  await writeTerms(store, written)
  const pointing = changed.filter((row) => pointsElsewhere(row, stored.get(row.principal)))
  await wantDocuments(store, pointing, { documents, now })
  await insertRows(
    store,
    tokenContracts,
    read.map(({ principal, assets }) => contractRow(principal, 'token', assets)),
    { fixed: ['found_height'] },
  )
  return changed.length
}

/** Whether the document is to be read, anew if a node had not told of the token before. */
function pointsElsewhere({ token_uri }: TokenRow, stored: Row = {}): boolean {
  const isKnown = optionalNumberOf(stored, 'facts_height') !== undefined
  return !isKnown || token_uri !== optionalTextOf(stored, 'token_uri')
}

/** The document decides on these; and the deployment on the transaction. */
const OF_DOCUMENTS = ['localization_uri', 'localization_default', 'tx_id', 'source'] as const

const FACTS = [
  'status',
  'problem',
  'name',
  'symbol',
  'decimals',
  'total_supply',
  'token_uri',
  'asset_identifier',
] as const

/** Facts that no node has said yet are not the same. */
function isSame(row: TokenRow, stored: Row | undefined): boolean {
  return (
    FACTS.every((column) => (row[column] ?? null) === (stored?.[column] ?? null)) &&
    optionalNumberOf(stored ?? {}, 'facts_height') !== undefined
  )
}

function tokenRow({ principal, assets, facts, problem, height }: Token, now: number): TokenRow {
  const { name, symbol, decimals, totalSupply, tokenUri } = facts
  const isKnown = [name, symbol, decimals].some((fact) => fact !== undefined)
  return {
    principal,
    status: isKnown || problem === undefined ? 'ready' : 'token-error',
    problem:
      problem === undefined ? undefined : `the contract cannot be read: ${storable(problem)}`,
    name: name === undefined ? undefined : storable(name),
    symbol: symbol === undefined ? undefined : storable(symbol),
    decimals,
    total_supply: totalSupply,
    token_uri: tokenUri === undefined ? undefined : storable(tokenUri),
    tx_id: undefined,
    sender_address: parsePrincipal(principal)?.address ?? '',
    asset_identifier: `${principal}::${assets[0]}`,
    localization_uri: undefined,
    localization_default: undefined,
    source: 'node',
    read_at: now,
    facts_height: height,
  }
}

/** Neither database can store U+0000. */
function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd')
}

type Supply = Extract<ReadContract, { kind: 'supply' }>

async function writeSupplies(query: Query, read: Supply[], now: number): Promise<number> {
  const stored = await selectByPrincipal(
    query,
    'tokens',
    read.map(({ principal }) => principal),
  )
  const changed = read.filter(({ principal, totalSupply }) => {
    const row = stored.get(principal)
    // An import replaced the facts: they are read again, and bring the supply.
    if (row === undefined || optionalNumberOf(row, 'facts_height') === undefined) return false
    return optionalTextOf(row, 'total_supply') !== totalSupply
  })
  for (const { principal, totalSupply = null, height } of changed) {
    await query(
      'UPDATE tokens SET total_supply = $1, read_at = $2, facts_height = $3 WHERE principal = $4',
      [totalSupply, now, height, principal],
    )
  }
  return changed.length
}

type ReadDeployment = Extract<ReadContract, { kind: 'deployment' }>

async function writeDeployments(store: Store, read: ReadDeployment[]): Promise<number> {
  const principals = read.map(({ principal }) => principal)
  const stored = await selectByPrincipal(store.query, 'deployments', principals)
  const changed = read.map(deploymentRow).filter((row) => {
    const before = stored.get(row.principal)
    return before === undefined || optionalTextOf(before, 'block_id') !== row.block_id
  })
  await insertRows(store, tokenDeployments, changed, { fixed: [] })
  await setTransactions(
    store.query,
    changed.map(({ principal }) => principal),
  )
  await deleteFrom(store.query, 'token_tasks', principals, "AND kind = 'deployment'")
  return changed.length
}

function deploymentRow({ principal, deployment }: ReadDeployment) {
  const { height, found } = deployment
  return {
    principal,
    tx_id: found?.txId,
    block_height: height,
    block_id: found?.blockId,
    deployed_at: found?.timestamp,
  }
}

/** Removes contracts that are not SIP-010 tokens. */
async function removeOthers(store: Store, read: ReadContract[]): Promise<number> {
  const principals = read.map(({ principal }) => principal)
  const stored = await selectByPrincipal(store.query, 'tokens', principals)
  await deleteTokens(store.query, principals)
  await deleteFrom(store.query, 'deployments', principals)
  const rows = principals.map((principal) => contractRow(principal, 'other', undefined))
  await insertRows(store, tokenContracts, rows, { fixed: ['found_height'] })
  return stored.size
}

/** What only a node has told of is a token no longer. */
async function removeUnknown(query: Query, read: ReadContract[]): Promise<number> {
  const principals = read.map(({ principal }) => principal)
  await deleteFrom(query, 'token_tasks', principals, "AND kind <> 'facts'")
  return deleteNodeTokens(query, principals)
}

/** Deletes what only a node has told of. Returns how many tokens that were. */
export async function deleteNodeTokens(query: Query, principals: string[]): Promise<number> {
  const rows = await selectIn(
    query,
    `SELECT principal FROM tokens WHERE source = 'node' AND principal IN (${LIST})`,
    principals,
  )
  const told = rows.map((row) => textOf(row, 'principal'))
  await deleteTokens(query, told)
  await deleteFrom(query, 'deployments', told)
  return told.length
}

/** A contract that is not known yet is a `candidate`. */
export function contractRow(
  principal: string,
  state: 'candidate' | 'token' | 'other',
  assets: string[] | undefined,
): NewRow<typeof tokenContracts> {
  return { principal, state, assets: assets && JSON.stringify(assets), found_height: undefined }
}

async function writeTasks(store: Store, read: readonly ReadContract[]): Promise<void> {
  const judged = read.filter(isOf('other')).map(({ principal }) => principal)
  await deleteFrom(store.query, 'token_tasks', judged)
  // The supply may be due together with the other facts.
  const tasks = new Map(
    read.flatMap((one) => one.tasks.map((task) => [`${task.principal} ${task.kind}`, task])),
  )
  await insertRows(store, tokenTasks, [...tasks.values()], { fixed: ['named_height'] })
  await bringForward(
    store.query,
    [...tasks.values()].map(({ principal }) => principal),
  )
}

async function selectByPrincipal(
  query: Query,
  table: string,
  principals: string[],
): Promise<Map<string, Row>> {
  const sql = `SELECT * FROM ${table} WHERE principal IN (${LIST})`
  const rows = await selectIn(query, sql, principals)
  return new Map(rows.map((row) => [textOf(row, 'principal'), row]))
}

export async function deleteFrom(
  query: Query,
  table: string,
  principals: string[],
  condition = '',
): Promise<void> {
  await selectIn(
    query,
    `DELETE FROM ${table} WHERE principal IN (${LIST}) ${condition}`,
    principals,
  )
}
