import type { DocumentState } from '../../contract/schemas/token.ts'
import {
  type Database,
  numberOf,
  optionalNumberOf,
  optionalTextOf,
  type Query,
  type Row,
  textOf,
} from '../../database/database.ts'
import { HttpProblem } from '../http/httpProblem.ts'

const OF_TOKEN = "m.principal = t.principal AND m.locale = '' AND m.uri = t.token_uri"

/** @throws {HttpProblem} 404 if the contract is unknown. */
export async function readTokenDetails({ query }: Database, principal: string) {
  const [row] = await query(SELECT_DETAILS, [principal])
  if (row === undefined) throw new HttpProblem('contract-not-found')
  const document = documentOf(row)
  return {
    deployment: deploymentOf(row),
    facts: factsOf(row),
    document,
    image: document && imageOf(row, document.state),
  }
}

const SELECT_DETAILS = `
  SELECT t.principal, t.token_uri, t.read_at AS facts_at, t.facts_height,
         d.tx_id, d.block_height, d.block_id, d.deployed_at,
         m.uri, m.read_uri, m.read_at, m.due_at, m.problem,
         coalesce(x.image, x.image_canonical_uri) AS image_uri, s.hash AS image_hash, s.read_at AS image_read_at,
         s.due_at AS image_due_at, s.problem AS image_problem, o.value AS requests
    FROM tokens t
    LEFT JOIN deployments d ON d.principal = t.principal
    LEFT JOIN token_documents m ON ${OF_TOKEN}
    LEFT JOIN token_metadata x ON x.principal = t.principal AND x.locale = ''
    LEFT JOIN token_image_sources s ON s.source = x.image_source
    LEFT JOIN meta o ON o.part = 'tokens' AND o.name = 'documents'
   WHERE t.principal = $1`

function deploymentOf(row: Row) {
  if (optionalNumberOf(row, 'block_height') === undefined) return
  return {
    tx_id: optionalTextOf(row, 'tx_id'),
    block_height: numberOf(row, 'block_height'),
    block_id: optionalTextOf(row, 'block_id'),
    timestamp: optionalNumberOf(row, 'deployed_at'),
  }
}

function factsOf(row: Row) {
  const height = optionalNumberOf(row, 'facts_height')
  return height === undefined ? undefined : { height, read_at: numberOf(row, 'facts_at') }
}

/** Missing if no follower reads it: there is none, or the operator does not want it to. */
function documentOf(row: Row) {
  if (optionalNumberOf(row, 'facts_height') === undefined) return
  if (optionalTextOf(row, 'token_uri') === undefined) return { state: 'none' } as const
  if (optionalTextOf(row, 'uri') === undefined) return
  const state = stateOf(row)
  if (state === undefined) return
  const readUri = optionalTextOf(row, 'read_uri')
  return {
    state,
    uri: textOf(row, 'uri'),
    read_uri: readUri === row.uri ? undefined : readUri,
    read_at: optionalNumberOf(row, 'read_at'),
    problem: optionalTextOf(row, 'problem'),
    next_at: optionalNumberOf(row, 'due_at'),
  }
}

function stateOf({ read_uri, uri, problem, due_at }: Row): DocumentState | undefined {
  if (problem !== null) return 'failed'
  if (read_uri === uri) return 'read'
  return due_at === null ? undefined : 'waiting'
}

/** Missing if it is not known whether there is one, or if Cairn does not want to read it. */
function imageOf(row: Row, document: DocumentState) {
  const uri = optionalTextOf(row, 'image_uri')
  if (!uri) return document === 'waiting' ? undefined : ({ state: 'none' } as const)
  const isInDocument = /^\s*data:/i.test(uri)
  const isWanted = isInDocument || row.requests !== 'none'
  const state = stateOfImage(row) ?? (isWanted ? 'waiting' : undefined)
  if (state === undefined) return
  return {
    state,
    uri: isInDocument ? undefined : uri,
    read_at: optionalNumberOf(row, 'image_read_at'),
    problem: optionalTextOf(row, 'image_problem'),
    next_at: isWanted ? optionalNumberOf(row, 'image_due_at') : undefined,
  }
}

function stateOfImage({ image_problem, image_hash }: Row): DocumentState | undefined {
  if (image_problem !== null) return 'failed'
  return image_hash === null ? undefined : 'read'
}

/** How many tokens have a document, as `readTokenDetails` says, and how many of these have been read. */
export async function countDocuments(query: Query) {
  const [row = {}] = await query(
    `SELECT count(*) AS total, count(CASE WHEN m.read_uri = m.uri THEN 1 END) AS read
       FROM tokens t JOIN token_documents m ON ${OF_TOKEN}
      WHERE t.facts_height IS NOT NULL
        AND (m.problem IS NOT NULL OR m.read_uri = m.uri OR m.due_at IS NOT NULL)`,
  )
  const [read, total] = [numberOf(row, 'read'), numberOf(row, 'total')]
  return total === 0 ? undefined : { read, total }
}
