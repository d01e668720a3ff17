import { addressOf } from '../../bitcoin/addresses.ts'
import type { NetworkName } from '../../bitcoin/networks.ts'
import type { ParametersOf } from '../../contract/endpoints.ts'
import { parseRune, RUNE_SPACERS } from '../../contract/identifiers.ts'
import type { Paging } from '../../contract/schemas/page.ts'
import {
  MAX_MATCHES,
  SEARCH_KINDS,
  SEARCH_REASONS,
  type SearchHit,
  type SearchKind,
  type SearchResults,
} from '../../contract/schemas/search.ts'
import {
  type Database,
  hexOf,
  numberOf,
  optionalNumberOf,
  type Row,
  textOf,
} from '../../database/database.ts'
import { LIST, selectIn } from '../../database/rows.ts'
import { fold } from '../../tokens/searchTerms.ts'
import { searchSimilarTokens, searchTokens } from '../tokens/searchTokens.ts'
import { similarTexts } from '../tokens/similarTexts.ts'
import type { Index, IndexReader } from './indexReader.ts'
import { isOlder, LOOK_ALIKES, RUNE_LABEL, runeLabelOf } from './labels.ts'
import { readRuneRow } from './locate.ts'
import { nameAfter, rawSupplyOf } from './runes.ts'

type Options = Paging & Pick<ParametersOf<'search'>, 'kind' | 'look_alikes'>
/** One match more than `MAX_MATCHES` says that there are more. */
type Hits = Record<SearchKind, SearchHit[]>

/**
 * What matches a text, by kind: identifiers and exact names first, then names that begin with it, then
 * words. If nothing does, names that differ from it by one letter. Without `readIndex`, only tokens.
 */
export async function search(
  readIndex: IndexReader | undefined,
  tokens: Database,
  text: string,
  options: Options,
): Promise<SearchResults> {
  const folded = fold(text)
  const exact = await findExact(readIndex, tokens, text.trim())
  const named = hasHits(exact) ? undefined : await findNamed(readIndex, tokens, text.trim())
  const isFound = folded === '' || hasHits(named ?? exact)
  const similar = isFound ? undefined : await findSimilar(readIndex, tokens, folded)
  const hits = similar ?? named ?? exact
  const kinds = options.kind === undefined ? SEARCH_KINDS : [options.kind]
  const groups = kinds
    .filter((kind) => hits[kind].length > 0)
    .sort((one, two) => rankOf(hits[one][0]) - rankOf(hits[two][0]))
    .map((kind) => {
      const listed = hits[kind].slice(0, MAX_MATCHES)
      const shown = options.look_alikes === 'first' ? firstsOf(listed) : listed
      const results = shown.slice(options.offset, options.offset + options.limit)
      return { kind, total: listed.length, has_more: hits[kind].length > MAX_MATCHES, results }
    })
  return {
    total: groups.reduce((all, { total }) => all + total, 0),
    has_more: groups.some(({ has_more }) => has_more),
    is_similar: similar !== undefined && groups.length > 0,
    groups,
  }
}

/** Without those that follow the first of several tokens alike. */
function firstsOf(hits: SearchHit[]): SearchHit[] {
  let following = 0
  return hits.filter(({ same_name = 1 }) => {
    if (following-- > 0) return false
    following = same_name - 1
    return true
  })
}

function hasHits(hits: Hits): boolean {
  return SEARCH_KINDS.some((kind) => hits[kind].length > 0)
}

/** Less is better. An exact symbol is as good as an exact name. */
function rankOf(hit: SearchHit | undefined): number {
  if (hit === undefined) return SEARCH_REASONS.length
  return SEARCH_REASONS.indexOf(hit.reason === 'symbol' ? 'name' : hit.reason)
}

const NOTHING: Hits = { rune: [], token: [], block: [], transaction: [], address: [] }

// Tokens are read before the index is: on PostgreSQL, both need a connection.
async function findExact(
  readIndex: IndexReader | undefined,
  tokens: Database,
  text: string,
): Promise<Hits> {
  const hits = { ...NOTHING, token: await searchTokens(tokens.query, text) }
  if (readIndex === undefined) return hits
  return readIndex(async (index) => ({
    ...hits,
    rune: bestOf(await searchRunes(index, fold(text)), await searchSymbols(index, text)),
    block: [...(await searchHeights(index, text)), ...(await searchHashes(index, 'block', text))],
    transaction: await searchHashes(index, 'transaction', text),
    address: await searchAddresses(index, text),
  }))
}

/** "Sample token", "rune dog": a name and its kind. */
async function findNamed(
  readIndex: IndexReader | undefined,
  tokens: Database,
  text: string,
): Promise<Hits | undefined> {
  const [, before, first, last, after] = NAME_WITH_KIND.exec(text) ?? []
  const name = first ?? last
  if (name === undefined) return
  const kind = (before ?? after)?.toLowerCase() === 'rune' ? 'rune' : 'token'
  const { [kind]: hits } = await findExact(readIndex, tokens, name)
  return { ...NOTHING, [kind]: hits }
}

const NAME_WITH_KIND = /^(?:(rune|token)\s+(\S.*)|(\S.*)\s(rune|token))$/i

/** Each match once, for its best reason. */
function bestOf(...lists: SearchHit[][]): SearchHit[] {
  const hits = lists.flat().sort((one, two) => rankOf(one) - rankOf(two))
  const seen = new Set<string>()
  return hits.filter(({ id }) => !seen.has(id) && seen.add(id))
}

async function findSimilar(
  readIndex: IndexReader | undefined,
  tokens: Database,
  folded: string,
): Promise<Hits> {
  const token = await searchSimilarTokens(tokens.query, folded)
  const rune = await readIndex?.((index) => searchSimilarRunes(index, folded))
  return { ...NOTHING, token, rune: rune ?? [] }
}

/** One more than are listed. */
const LIMIT = MAX_MATCHES + 1

/** Runes by id or number, the beginning of their name or of a word of it. */
async function searchRunes(index: Index, folded: string): Promise<SearchHit[]> {
  const words = folded.split(RUNE_SPACERS).filter((word) => word !== '')
  const term = words.join('')
  const identifier = parseRune(term)
  if (identifier !== undefined && identifier.kind !== 'name') {
    const row = await readRuneRow(index, identifier)
    return row === undefined ? [] : [runeHit(row, index, 'identifier')]
  }
  if (!/^[a-z]{1,28}$/.test(term)) return []
  const name = term.toUpperCase()
  // No index finds a word within a name: this reads the names of all runes, some 200,000, once.
  const rows = await index.query(
    `SELECT ${RUNE_HIT} FROM
       (SELECT r.id, CASE WHEN r.name = $1 THEN 0
                          WHEN r.name >= $1 AND r.name < $2 THEN 1 ELSE 2 END AS rank
          FROM runes r WHERE (r.name >= $1 AND r.name < $2) OR r.spaced_name LIKE $3
         ORDER BY rank, r.holders DESC, r.id LIMIT ${LIMIT}) AS found
       JOIN runes r ON r.id = found.id
      ORDER BY found.rank, r.holders DESC, r.id`,
    [name, nameAfter(name), `%•${words.join('•').toUpperCase()}%`],
  )
  return rows.map((row) => {
    const isBeginning = textOf(row, 'name').startsWith(name)
    const reason = row.name === name ? 'name' : isBeginning ? 'beginning' : 'word'
    return runeHit(row, index, reason)
  })
}

/** Runes with exactly this symbol, those with most holders first. */
async function searchSymbols(index: Index, text: string): Promise<SearchHit[]> {
  // Emoji come with a variation selector, which a symbol has no room for.
  const [character, ...others] = [...text.replace(/(?<=.)\ufe0f$/u, '')]
  const codePoint = character?.codePointAt(0)
  if (codePoint === undefined || others.length > 0) return []
  const rows = await index.query(
    `SELECT ${RUNE_HIT} FROM runes r
      WHERE r.id IN (SELECT id FROM runes WHERE symbol = $1
                      ORDER BY holders DESC, id LIMIT ${LIMIT})
      ORDER BY r.holders DESC, r.id`,
    [codePoint],
  )
  return rows.map((row) => runeHit(row, index, 'symbol'))
}

/** Runes whose name differs from a folded text by one letter. */
async function searchSimilarRunes(index: Index, folded: string): Promise<SearchHit[]> {
  const names = similarTexts(folded.replace(RUNE_SPACERS, '')).map((name) => name.toUpperCase())
  const sql = `SELECT ${RUNE_HIT} FROM runes r WHERE r.name IN (${LIST})`
  const rows = await selectIn(index.query, sql, names)
  return rows
    .toSorted((one, two) => numberOf(two, 'holders') - numberOf(one, 'holders'))
    .map((row) => runeHit(row, index, 'similar'))
}

const RUNE_HIT = `${RUNE_LABEL}, r.holders, r.premine, r.minted, r.burned, ${LOOK_ALIKES}`

function runeHit(row: Row, index: Index, reason: SearchHit['reason']): SearchHit {
  const { id, number, spaced_name, symbol, divisibility } = runeLabelOf(row, index.isComplete)
  return {
    kind: 'rune',
    id,
    title: spaced_name,
    symbol,
    detail: number === undefined ? id : `#${number} · ${id}`,
    reason,
    look_alikes: optionalNumberOf(row, 'look_alikes') || undefined,
    // What came before the index is not known.
    ...(!isOlder(row, index) && {
      total_supply: String(rawSupplyOf(row)),
      decimals: divisibility,
      holders: numberOf(row, 'holders'),
    }),
  }
}

/** Blocks whose height begins with the digits: shortest heights first, then newest blocks. */
async function searchHeights({ query, tip }: Index, text: string): Promise<SearchHit[]> {
  const digits = text.replace(/(?<=[0-9])[ ,._'’](?=[0-9]{3}(?![0-9]))/g, '')
  if (!/^(0|[1-9][0-9]{0,8})$/.test(digits)) return []
  const hits: SearchHit[] = []
  for (let width = 1; Number(digits) * width <= tip.height; width *= 10) {
    const lowest = Number(digits) * width
    const rows = await query(
      `SELECT height, hash FROM blocks WHERE height >= $1 AND height < $2
        ORDER BY height DESC LIMIT ${LIMIT - hits.length}`,
      [lowest, lowest + width],
    )
    for (const row of rows) hits.push(blockHit(row, width === 1 ? 'identifier' : 'beginning'))
    if (digits === '0' || hits.length === LIMIT) break
  }
  return hits
}

function blockHit(row: Row, reason: SearchHit['reason']): SearchHit {
  const height = String(numberOf(row, 'height'))
  return { kind: 'block', id: height, title: height, detail: hexOf(row, 'hash'), reason }
}

function transactionHit(row: Row, reason: SearchHit['reason']): SearchHit {
  const id = hexOf(row, 'txid')
  const detail = `block ${numberOf(row, 'height')}`
  return { kind: 'transaction', id, title: id, detail, reason }
}

const HASHES = {
  block: { tables: ['blocks'], column: 'hash', hitOf: blockHit },
  transaction: { tables: ['txs', 'refusals'], column: 'txid', hitOf: transactionHit },
}
/** Blocks or transactions whose hash begins with the digits, and ends with those after an ellipsis. */
async function searchHashes(
  { query, dialect }: Index,
  kind: keyof typeof HASHES,
  text: string,
): Promise<SearchHit[]> {
  const [, begin, end = ''] =
    /^(?:0x)?([0-9a-f]{4,64})(?:(?:\.{2,3}|…)([0-9a-f]{4,64}))?$/.exec(text.toLowerCase()) ?? []
  if (begin === undefined) return []
  const { tables, column, hitOf } = HASHES[kind]
  const endsRight = end === '' ? '' : `AND ${dialect.hex(column)} LIKE $3`
  const bound = (digit: string) => Buffer.from(begin.padEnd(64, digit), 'hex')
  const select = (from: string) => `
    SELECT height, ${column} FROM ${from} WHERE ${column} >= $1 AND ${column} <= $2 ${endsRight}
     ORDER BY ${column} LIMIT ${LIMIT}`
  const rows = await query(
    `SELECT * FROM (${tables.map((table) => `SELECT * FROM (${select(table)}) AS ${table}`).join(' UNION ')}) AS found
      ORDER BY ${column} LIMIT ${LIMIT}`,
    [bound('0'), bound('f'), ...(end === '' ? [] : [`%${end}`])],
  )
  return rows.map((row) => hitOf(row, begin.length === 64 ? 'identifier' : 'beginning'))
}

/** The address of an output script in hex, or addresses that begin with a text of at least three characters. */
async function searchAddresses(index: Index, text: string): Promise<SearchHit[]> {
  const address = addressOfHex(text, index.network)
  if (address === undefined) return searchBeginnings(index, text)
  const [row] = await index.query('SELECT address, runes FROM addresses WHERE address = $1', [
    address,
  ])
  // The page of an address without runes says so.
  return [addressHit(row ?? { address, runes: null }, 'identifier', index)]
}

function addressOfHex(text: string, network: NetworkName): string | undefined {
  const script = /^(?:[0-9a-f]{2}){4,42}$/i.test(text) ? Buffer.from(text, 'hex') : undefined
  return script && addressOf(script, network)
}

async function searchBeginnings(index: Index, text: string): Promise<SearchHit[]> {
  const typed = /^(bc|tb|bcrt)1/i.test(text) ? text.toLowerCase() : text
  if (!/^[a-zA-Z0-9]{3,90}$/.test(typed)) return []
  const rows = await index.query(
    `WITH RECURSIVE paid(address) AS (${distinctBeginnings('paid', 'payer', 'runes')}),
            refused(address) AS (${distinctBeginnings('refused', 'address', 'refusals')})
     SELECT found.address, a.runes
       FROM (SELECT * FROM (SELECT address FROM addresses WHERE address >= $1 AND address < $2
                             ORDER BY address LIMIT ${LIMIT}) AS recorded
             UNION SELECT * FROM (SELECT address FROM paid LIMIT ${LIMIT}) AS payers
             UNION SELECT * FROM (SELECT address FROM refused LIMIT ${LIMIT}) AS missing) AS found
       LEFT JOIN addresses a ON a.address = found.address
      WHERE found.address IS NOT NULL ORDER BY found.address LIMIT ${LIMIT}`,
    [typed, `${typed}~`],
  )
  return rows.map((row) =>
    addressHit(row, row.address === typed ? 'identifier' : 'beginning', index),
  )
}

/** From each value of a column to the next with a seek: an address may have a million rows. */
function distinctBeginnings(name: string, column: string, table: string): string {
  const next = (lowest: string) =>
    `SELECT min(${column}) FROM ${table} WHERE ${column} ${lowest} AND ${column} < $2`
  return `${next('>= $1')}
    UNION ALL SELECT (${next(`> ${name}.address`)}) FROM ${name} WHERE ${name}.address IS NOT NULL`
}

function addressHit(row: Row, reason: SearchHit['reason'], { isComplete }: Index): SearchHit {
  const address = textOf(row, 'address')
  const runes = optionalNumberOf(row, 'runes')
  const held =
    runes === undefined ? 'never held runes' : `holds ${runes} ${runes === 1 ? 'rune' : 'runes'}`
  const detail = isComplete ? held : `${held} that this index knows`
  return { kind: 'address', id: address, title: address, detail, reason }
}
