import { MAX_MATCHES, type SearchHit } from '../../contract/schemas/search.ts'
import { numberOf, type Query, type Row, textOf } from '../../database/database.ts'
import { LIST, selectIn } from '../../database/rows.ts'
import { fold, titleOf } from '../../tokens/searchTerms.ts'
import { similarTexts } from './similarTexts.ts'
import { byCompleteness, SELECT_SUMMARY, summaryOf, type TokenSummary } from './tokenSummary.ts'

/** A single letter matches most tokens: one more is found than are listed, which says that there are more. */
const LIMIT = MAX_MATCHES + 1
/** A token has several terms. */
const MAX_TERMS = 10_000

/** What of a token matches, and how well: less is better. An exact symbol is as good as an exact name. */
const REASONS = { name: 0, symbol: 0, beginning: 1, word: 2, identifier: 3, similar: 4 }
type Reason = keyof typeof REASONS

/** A token that matches. `length` is that of its matching term: less is closer. */
type Match = TokenSummary & { reason: Reason; length: number }

/**
 * The tokens whose name, symbol, word of these or principal begins with a text, best match first, equal
 * names together. Texts that are the same without case, accents and `$` find the same in the same order.
 */
export async function searchTokens(query: Query, text: string): Promise<SearchHit[]> {
  const folded = fold(text)
  if (folded === '') return []
  const named = (await query(BY_TERM, [folded, `${folded}\u{10ffff}`])).map((row) =>
    matchOf(row, folded),
  )
  const known = new Set(named.map(({ principal }) => principal))
  const identified = await searchPrincipals(query, folded)
  const matches = [...named, ...identified.filter(({ principal }) => !known.has(principal))]
  return hitsOf(matches.slice(0, LIMIT))
}

/** The tokens with a search term that differs from a text by one letter. */
export async function searchSimilarTokens(query: Query, text: string): Promise<SearchHit[]> {
  const rows = await selectIn(query, BY_SIMILAR_TERM, similarTexts(fold(text)))
  const matches = rows.map((row): Match => ({ ...summaryOf(row), reason: 'similar', length: 0 }))
  return hitsOf([...new Map(matches.map((match) => [match.principal, match])).values()])
}

/** Ranks and lengths in one number. No term is longer than 200. */
const RANK = 1000

const BY_TERM = `
  SELECT facts.*, closest.distance
    FROM (SELECT principal, min(rank * ${RANK} + length(term)) AS distance
            FROM (SELECT term, principal, rank FROM token_terms WHERE term >= $1 AND term < $2
                   ORDER BY term, principal LIMIT ${MAX_TERMS}) AS terms
           GROUP BY principal ORDER BY distance, principal LIMIT ${LIMIT}) AS closest
    JOIN (${SELECT_SUMMARY}) AS facts ON facts.principal = closest.principal`

const BY_SIMILAR_TERM = `
  ${SELECT_SUMMARY} WHERE t.principal IN (SELECT principal FROM token_terms WHERE term IN (${LIST}))`

function matchOf(row: Row, folded: string): Match {
  const token = summaryOf(row)
  const distance = numberOf(row, 'distance')
  return { ...token, reason: reasonOf(token, distance, folded), length: distance % RANK }
}

function reasonOf(token: TokenSummary, distance: number, folded: string): Reason {
  if (token.foldedTitle === folded) return 'name'
  if (fold(token.symbol ?? '') === folded) return 'symbol'
  return distance < RANK ? 'beginning' : 'word'
}

const MIN_ADDRESS_LENGTH = 28

/** Fewer than four letters begin most principals. */
async function searchPrincipals(query: Query, folded: string): Promise<Match[]> {
  const [, address, name] = /^(s[0-9a-z]{3,40})(\.[0-9a-z_-]{0,40})?$/.exec(folded) ?? []
  if (address === undefined) return []
  // With a contract name after an incomplete address, the query would scan many tokens.
  if (name !== undefined && address.length < MIN_ADDRESS_LENGTH) return []
  const beginning = address.toUpperCase()
  const rows = await query(
    `${SELECT_SUMMARY}
      WHERE t.principal >= $1 AND t.principal < $2 AND substr(lower(t.principal), 1, length($3)) = $3
      ORDER BY t.principal LIMIT ${LIMIT}`,
    [beginning, `${beginning}~`, folded],
  )
  return rows.map((row) => ({
    ...summaryOf(row),
    reason: 'identifier',
    length: textOf(row, 'principal').length,
  }))
}

/**
 * Sorts groups by their best match, and each group by completeness. What is exactly the text is one group, by its name
 * or its symbol; others are groups of one name.
 */
function hitsOf(matches: Match[]): SearchHit[] {
  const groups = new Map<string, Match[]>()
  for (const match of matches.sort(byCompleteness)) {
    const key = REASONS[match.reason] === REASONS.name ? '' : match.foldedTitle
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [match])
    else group.push(match)
  }
  return (
    [...groups.values()]
      .map((group) => ({ group, closeness: Math.min(...group.map(closenessOf)) }))
      // Groups that are equally close stay in the order of their most complete token.
      .sort((one, other) => one.closeness - other.closeness)
      .flatMap(({ group }) =>
        group.map((match, index) => toHit(match, index === 0 ? group.length : 1)),
      )
  )
}

function closenessOf({ reason, length }: Match): number {
  return REASONS[reason] * RANK + length
}

/** JSON leaves out the undefined values. */
function toHit(match: Match, sameName: number): SearchHit {
  const { principal, name, symbol, reason, total_supply, decimals } = match
  const { has_document, web_address, deployed_at } = match
  return {
    kind: 'token',
    id: principal,
    title: titleOf(principal, name),
    symbol,
    detail: principal,
    reason,
    same_name: sameName > 1 ? sameName : undefined,
    web_address,
    total_supply,
    decimals,
    has_document,
    deployed_at,
  }
}
