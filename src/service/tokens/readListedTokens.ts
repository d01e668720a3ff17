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

/** Tells which list has a token. */
export type ListedBy = (principal: string) => TokenListSource | undefined

/** Reads a list of tokens that somebody publishes; undefined if it cannot be read or is malformed. */
export function readListedTokens(path: string): ListedBy | undefined {
  const parsed = v.safeParse(ListFile, tryParse(readText(path)))
  if (!parsed.success) return
  const { name, url, tokens } = parsed.output
  const listed = new Set(tokens)
  return (principal) => (listed.has(principal) ? { name, url } : undefined)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // No file, or no right to read it.
  }
}
