import { type Block, blockText } from './identifiers.ts'
import type { Paging } from './paging.ts'

/** The three paths of the contract (SPEC section 4), as route patterns. */
export const PATHS = {
  token: '/metadata/v1/ft/:principal',
  transactionActivity: '/runes/v1/transactions/:tx_id/activity',
  blockActivity: '/runes/v1/blocks/:block/activity',
} as const

/** If `locale` is undefined, the service responds with the token's default document. */
export function tokenPath(principal: string, locale?: string): string {
  const path = PATHS.token.replace(':principal', encodeURIComponent(principal))
  return locale === undefined ? path : `${path}?${new URLSearchParams({ locale })}`
}

/** `txId` is sent without `0x`, because one of the existing services refuses that. */
export function transactionActivityPath(txId: string, paging: Paging): string {
  return PATHS.transactionActivity.replace(':tx_id', txId) + pagingQuery(paging)
}

export function blockActivityPath(block: Block, paging: Paging): string {
  return PATHS.blockActivity.replace(':block', blockText(block)) + pagingQuery(paging)
}

function pagingQuery({ offset, limit }: Paging): string {
  return `?offset=${offset}&limit=${limit}`
}
