import type { Query } from '../database/database.ts'
import { LIST, selectIn } from '../database/rows.ts'
import {
  tokenAttributes,
  tokenMetadata,
  tokenProperties,
  tokens,
  tokenTerms,
} from '../database/tokenSchema.ts'

const TABLES = [tokens, tokenMetadata, tokenAttributes, tokenProperties, tokenTerms]

/** Deletes tokens with their documents and search terms. What is known of their contracts stays. */
export async function deleteTokens(query: Query, principals: readonly string[]): Promise<void> {
  for (const { name } of TABLES) {
    await selectIn(query, `DELETE FROM ${name} WHERE principal IN (${LIST})`, principals)
  }
}
