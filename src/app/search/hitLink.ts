import type { SearchHit } from '../../contract/directory.ts'
import { blockLink, runeLink, tokenLink, transactionLink } from '../links.ts'

/** The page of a search hit; undefined for a rune whose id is unknown. */
export function hitLink({ kind, id }: SearchHit): string | undefined {
  if (kind === 'token') return tokenLink(id)
  if (kind === 'transaction') return transactionLink(id)
  if (kind === 'block') return blockLink(Number(id))
  return id.includes(':') ? runeLink(id) : undefined
}
