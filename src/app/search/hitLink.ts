import type { SearchHit } from '../../contract/directory.ts'
import { blockLink, runeLink, tokenLink, transactionLink } from '../links.ts'

/** The page of a search hit. */
export function hitLink({ kind, id }: SearchHit): string {
  if (kind === 'token') return tokenLink(id)
  if (kind === 'transaction') return transactionLink(id)
  return kind === 'rune' ? runeLink(id) : blockLink(Number(id))
}
