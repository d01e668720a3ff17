import type { ActivityQuery } from './activity.ts'
import { type Block, blockText } from './identifiers.ts'

/**
 * The three paths of the contract (SPEC section 4), the list of tokens and the status of the runes API,
 * as route patterns.
 */
export const PATHS = {
  token: '/metadata/v1/ft/:principal',
  tokens: '/metadata/v1/ft',
  transactionActivity: '/runes/v1/transactions/:tx_id/activity',
  blockActivity: '/runes/v1/blocks/:block/activity',
  runesStatus: '/runes/v1/',
} as const

/** The existing service has every path of the runes API also without the version. */
export function withoutVersion(path: string): string {
  return path.replace('/runes/v1/', '/runes/')
}

/** If `locale` is undefined, the service responds with the token's default document. */
export function tokenPath(principal: string, locale?: string): string {
  const path = PATHS.token.replace(':principal', encodeURIComponent(principal))
  return locale === undefined ? path : `${path}?${new URLSearchParams({ locale })}`
}

/** `txId` is sent without `0x`, because one of the existing services refuses that. */
export function transactionActivityPath(txId: string, query: ActivityQuery): string {
  return PATHS.transactionActivity.replace(':tx_id', txId) + queryString(query)
}

export function blockActivityPath(block: Block, query: ActivityQuery): string {
  return PATHS.blockActivity.replace(':block', blockText(block)) + queryString(query)
}

function queryString({ offset, limit, operation }: ActivityQuery): string {
  const filter = operation === undefined ? '' : `&operation_type=${operation}`
  return `?offset=${offset}&limit=${limit}${filter}`
}
