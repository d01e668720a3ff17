import { type Block, blockText } from './identifiers.ts'
import type { Paging } from './paging.ts'

/** The three paths of the contract (SPEC section 4), as patterns a router understands. */
export const PATHS = {
  token: '/metadata/v1/ft/:principal',
  transactionActivity: '/runes/v1/transactions/:tx_id/activity',
  blockActivity: '/runes/v1/blocks/:block/activity',
} as const

/** `locale` undefined asks for the token's default. */
export function tokenPath(principal: string, locale?: string): string {
  const path = PATHS.token.replace(':principal', encodeURIComponent(principal))
  return locale === undefined ? path : `${path}?${new URLSearchParams({ locale })}`
}

/** `txId` goes out without `0x`: one of the services in use refuses it. */
export function transactionActivityPath(txId: string, paging: Paging): string {
  return PATHS.transactionActivity.replace(':tx_id', txId) + pagingQuery(paging)
}

export function blockActivityPath(block: Block, paging: Paging): string {
  return PATHS.blockActivity.replace(':block', blockText(block)) + pagingQuery(paging)
}

function pagingQuery({ offset, limit }: Paging): string {
  return `?offset=${offset}&limit=${limit}`
}
