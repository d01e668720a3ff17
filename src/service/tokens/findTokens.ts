import type { TokenReference } from '../../contract/identifiers.ts'
import { type Database, type Query, type Row, textOf } from '../../database/database.ts'
import { LIST, selectIn } from '../../database/rows.ts'
import { documentFor, IMAGES, overlay, tokenFields } from './readToken.ts'
import { tokenToWire } from './tokenToWire.ts'

/**
 * The tokens with these references, in their order, each once. Those that cannot be read are left out. A token that
 * has no document in the locale is sent in its default one.
 */
export function findTokens(
  { readTransaction }: Database,
  references: TokenReference[],
  { locale, origin }: Wanted,
) {
  const principals = new Set(
    // A contract has one fungible token.
    references.flatMap(({ principal, number }) => (Number(number) === 1 ? principal : [])),
  )
  return readTransaction(async (query) => {
    const rows = await selectIn(
      query,
      `SELECT * FROM tokens WHERE status = 'ready' AND principal IN (${LIST})`,
      principals,
    )
    const tokens = new Map(rows.map((row) => [textOf(row, 'principal'), row]))
    const documents = await readDocuments(query, tokens.keys())
    return [...principals].flatMap((principal) => {
      const token = tokens.get(principal)
      const own = documents.filter((row) => row.principal === principal)
      return token === undefined ? [] : foundTokenOf(token, own, { locale, origin })
    })
  })
}

function readDocuments(query: Query, principals: Iterable<string>): Promise<Row[]> {
  return selectIn(
    query,
    `SELECT m.principal, m.locale, m.has_document, m.token_description, m.image_uri, m.image_thumbnail_uri,
            m.image_canonical_uri, s.hash AS image_hash
       FROM token_metadata m ${IMAGES}
      WHERE m.principal IN (${LIST}) ORDER BY m.principal, m.position, m.locale`,
    principals,
  )
}

type Wanted = { locale: string | undefined; origin: string }

function foundTokenOf(token: Row, documents: Row[], { locale = '', origin }: Wanted) {
  const named = (wanted: string | undefined) => documents.find((row) => row.locale === wanted)
  const read = documents.filter(({ has_document }) => has_document === 1)
  const locales = read.map((row) => textOf(row, 'locale'))
  const fields = overlay(named(''), named(documentFor(locale, token, locales)))
  const { metadata: _, ...wire } = tokenToWire(tokenFields(token, fields, origin))
  return { contract_id: textOf(token, 'principal'), token_number: 1, token_type: 'ft', ...wire }
}
