import type { SearchHit } from '../../contract/directory.ts'
import { blockLink, runeBlock, tokenLink, transactionLink } from '../links.ts'

/** The page of a search hit. A rune leads to its etching block; undefined if its rune id names none. */
export function hitLink({ kind, id }: SearchHit): string | undefined {
  if (kind === 'token') return tokenLink(id)
  if (kind === 'transaction') return transactionLink(id)
  const height = kind === 'block' ? Number(id) : runeBlock(id)
  return height === undefined ? undefined : blockLink(height)
}
