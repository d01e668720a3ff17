import { optionalTextOf, type Row, type Store, textOf } from '../database/database.ts'
import { insertRows, LIST, selectIn } from '../database/rows.ts'
import { tokenTerms } from '../database/tokenSchema.ts'
import { termsOf } from '../tokens/searchTerms.ts'

/** Writes the search terms of tokens anew: they come from their names and from the languages of their documents. */
export async function writeTerms(store: Store, principals: readonly string[]): Promise<void> {
  const select = (columns: string, table: string) =>
    selectIn(
      store.query,
      `SELECT principal, ${columns} FROM ${table} WHERE principal IN (${LIST})`,
      principals,
    )
  const rows = await select('name, symbol, asset_identifier, localization_default', 'tokens')
  const documents = await select('locale', 'token_metadata')
  await selectIn(store.query, `DELETE FROM token_terms WHERE principal IN (${LIST})`, principals)
  const terms = rows.flatMap((row) =>
    termsOf({
      principal: textOf(row, 'principal'),
      token: {
        name: optionalTextOf(row, 'name'),
        symbol: optionalTextOf(row, 'symbol'),
        asset_identifier: optionalTextOf(row, 'asset_identifier'),
      },
      defaultLocale: optionalTextOf(row, 'localization_default'),
      locales: localesOf(row, documents),
    }),
  )
  await insertRows(store, tokenTerms, terms)
}

function localesOf(token: Row, documents: Row[]): string[] {
  const own = documents.filter(({ principal }) => principal === token.principal)
  return own.map((row) => textOf(row, 'locale')).filter((locale) => locale !== '')
}
