import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { PRINCIPAL } from '../../contract/identifiers.ts'
import { tryParse } from '../../contract/json.ts'
import type { TokenListSource } from '../../contract/schemas/search.ts'

const ListFile = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
  url: v.pipe(v.string(), v.regex(/^https:\/\//), v.url()),
  tokens: v.array(v.pipe(v.string(), v.regex(PRINCIPAL))),
})

/** A list of tokens that somebody publishes. */
export type ListedTokens = TokenListSource & { principals: ReadonlySet<string> }

/** Tells which list has a token. */
export type ListedBy = (principal: string) => TokenListSource | undefined

/** Reads a list from a file; undefined if it cannot be read or is malformed. */
export function readListedTokens(path: string): ListedTokens | undefined {
  const parsed = v.safeParse(ListFile, tryParse(readText(path)))
  if (!parsed.success) return
  const { name, url, tokens } = parsed.output
  return { name, url, principals: new Set(tokens) }
}

export function createListedBy({ name, url, principals }: ListedTokens): ListedBy {
  return (principal) => (principals.has(principal) ? { name, url } : undefined)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // No file, or no right to read it.
  }
}
