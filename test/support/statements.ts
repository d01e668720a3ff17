import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { SAMPLES } from '../../src/contract/samples.ts'
import { type Row, type SqlValue, textOf } from '../../src/service/database/database.ts'
import { openDatabase } from '../../src/service/database/openDatabase.ts'
import { getPage } from './getPage.ts'
import { ownIndex } from './ownIndex.ts'
import { getJson, startService } from './startService.ts'

/** A service, the database that it reads, and some of its data. */
export type Subject = {
  origin: string
  read: (path: string) => ReturnType<typeof getJson>
  open: (path: string) => Promise<Document>
  rows: (sql: string, parameters?: SqlValue[]) => Promise<Row[]>
  /** The value of an SQL query; NaN for null. */
  number: (sql: string, parameters?: SqlValue[]) => Promise<number>
}

/** What a service says, or what a query of its database says about the same. */
export type Value = (subject: Subject) => Promise<unknown>
export type Statement = [statement: string, said: Value, queried: Value]

/** Checks each statement over the snapshot and over an index with other data. */
export function testStatements(statements: Statement[]): void {
  describe.each<[string, () => Promise<string>]>([
    ['over the snapshot', async () => inject('databaseUrl')],
    ['over an index', ownIndex],
  ])('%s', (_, makeDatabase) => {
    test.each(statements)('%s', async (_, said, queried) => {
      const subject = await openSubject(await makeDatabase())
      const expected = await queried(subject)
      expect(expected).not.toEqual(Number.NaN)
      expect(await said(subject)).toEqual(expected)
    })
  })
}

async function openSubject(databaseUrl: string): Promise<Subject> {
  const origin = await startService({ databaseUrl, pages: 'server-rendered' })
  const database = openDatabase(databaseUrl, { connections: 1, timeoutMs: 10_000 })
  onTestFinished(() => database.close())
  const rows = (sql: string, parameters: SqlValue[] = []) => database.query(sql, parameters)
  return {
    origin,
    read: (path) => getJson(origin, path),
    open: async (path) => (await getPage(origin, path)).document,
    rows,
    number: async (sql, parameters) => {
      const [row] = await rows(`SELECT CAST((${sql}) AS TEXT) AS value`, parameters)
      return typeof row?.value === 'string' ? Number(row.value) : Number.NaN
    },
  }
}

/** The same value of two of the largest blocks, the oldest and two of the newest, by height. */
export function ofBlocks(value: (subject: Subject, height: number) => Promise<unknown>): Value {
  return ofEach(HEIGHTS, (subject, id) => value(subject, Number(id)))
}

const HEIGHTS = `
  SELECT CAST(block_height AS TEXT) AS id FROM (
    SELECT block_height, row_number() OVER (ORDER BY count(*) DESC, block_height) AS by_size,
           row_number() OVER (ORDER BY block_height) AS by_age,
           row_number() OVER (ORDER BY block_height DESC) AS by_newness
      FROM ledger GROUP BY block_height) AS blocks
   WHERE by_size <= 2 OR by_age = 1 OR by_newness <= 2 ORDER BY block_height`

/** The same value of the largest transactions and of some others, by id. */
export function ofTransactions(value: (subject: Subject, txId: string) => Promise<unknown>): Value {
  return ofEach(TRANSACTIONS, value)
}

const TRANSACTIONS = `
  SELECT tx_id AS id FROM (
    SELECT tx_id, row_number() OVER (ORDER BY count(*) DESC, tx_id) AS by_size,
           row_number() OVER (ORDER BY tx_id) AS by_id FROM ledger GROUP BY tx_id) AS transactions
   WHERE by_size <= 2 OR by_id <= 2 ORDER BY tx_id`

/** The same value of tokens of each source and of those with the most namesakes, by principal. */
export function ofTokens(value: (subject: Subject, principal: string) => Promise<unknown>): Value {
  return ofEach(PRINCIPALS, value)
}

const PRINCIPALS = `
  SELECT principal AS id FROM (
    SELECT principal, row_number() OVER (PARTITION BY source ORDER BY principal) AS by_source,
           row_number() OVER (ORDER BY namesakes DESC, principal) AS by_namesakes
      FROM (SELECT principal, source, count(*) OVER (PARTITION BY lower(symbol)) AS namesakes
              FROM tokens WHERE status = 'ready') AS named) AS tokens
   WHERE by_source <= 2 OR by_namesakes <= 2 ORDER BY principal`

function ofEach(ids: string, value: (subject: Subject, id: string) => Promise<unknown>): Value {
  return async (subject) => {
    const values: Record<string, unknown> = {}
    for (const row of await subject.rows(ids)) {
      const id = textOf(row, 'id')
      values[id] = await value(subject, id)
    }
    expect(values).not.toEqual({})
    return values
  }
}

export async function inOrder<Id, Result>(
  ids: Id[],
  work: (id: Id) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const id of ids) results.push(await work(id))
  return results
}

/** The numbers that a pattern finds in a text for readers. */
export function find(text: string, pattern: RegExp): number[] {
  return (pattern.exec(text) ?? []).slice(1).map((digits) => Number(digits.replaceAll(',', '')))
}

export function textIn(document: Document, selector: string): string {
  return document.querySelector(selector)?.textContent ?? ''
}

/** The Unix time of a `<time>`. */
export function secondsOf(time: Element | null): number {
  return Date.parse(time?.getAttribute('datetime') ?? '') / 1000
}

/** What a page says about its completeness. */
export function labelOf(document: Document): string {
  const text = textIn(document, 'main')
  if (/sample made by Cairn/i.test(text)) return 'sample'
  return /Incomplete\.|From a snapshot\./.test(text) ? 'partial' : 'complete'
}

/** What a response says about its completeness. */
export async function coverageOf({ read }: Subject, path: string): Promise<string> {
  return (await read(path)).headers.get('X-Cairn-Coverage') ?? 'complete'
}

/** What the database says about the block of some records. One without a source is an indexer's. */
export async function queryCoverage(
  { rows }: Subject,
  condition: string,
  id: SqlValue,
): Promise<string> {
  const sql = `SELECT CASE WHEN source = 'sample' THEN 'sample' WHEN is_complete = 1 THEN 'complete'
                      ELSE 'partial' END AS coverage
    FROM block_sources WHERE block_height IN (SELECT block_height FROM ledger WHERE ${condition})`
  const [row] = await rows(sql, [id])
  return row === undefined ? 'complete' : textOf(row, 'coverage')
}

/** The condition for rows that are not samples. */
export const NO_SAMPLE = {
  tokens: `principal NOT LIKE '${SAMPLES.sender_address}.%'`,
  runes: `id NOT LIKE '${SAMPLES.block_height}:%'`,
  ledger: `block_height <> ${SAMPLES.block_height}`,
} as const
