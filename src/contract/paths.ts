import type { ActivityQuery } from './activity.ts'
import { type Block, blockText, type RuneIdentifier, runeText } from './identifiers.ts'
import type { Paging } from './paging.ts'

/**
 * The paths of the token API and of the retired runes API, as route patterns. `DIRECTORY_PATHS` has
 * those under /explorer/v1.
 */
export const PATHS = {
  token: '/metadata/v1/ft/:principal',
  tokens: '/metadata/v1/ft',
  transactionActivity: '/runes/v1/transactions/:tx_id/activity',
  blockActivity: '/runes/v1/blocks/:block/activity',
  runesStatus: '/runes/v1/',
  etchings: '/runes/v1/etchings',
  etching: '/runes/v1/etchings/:etching',
  etchingActivity: '/runes/v1/etchings/:etching/activity',
  etchingAddressActivity: '/runes/v1/etchings/:etching/activity/:address',
  holders: '/runes/v1/etchings/:etching/holders',
  holder: '/runes/v1/etchings/:etching/holders/:address',
  balances: '/runes/v1/addresses/:address/balances',
  addressActivity: '/runes/v1/addresses/:address/activity',
} as const

/** The path without the version, which the retired runes API also served. */
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

export function etchingsPath(paging: Paging): string {
  return PATHS.etchings + queryString(paging)
}

export function etchingPath(rune: RuneIdentifier): string {
  return atRune(PATHS.etching, rune)
}

/** With an `address`, only the records that have it. */
export function etchingActivityPath(
  rune: RuneIdentifier,
  { address, ...query }: ActivityQuery & { address?: string | undefined },
): string {
  const path =
    address === undefined
      ? PATHS.etchingActivity
      : PATHS.etchingAddressActivity.replace(':address', address)
  return atRune(path, rune) + queryString(query)
}

export function holdersPath(rune: RuneIdentifier, paging: Paging): string {
  return atRune(PATHS.holders, rune) + queryString(paging)
}

export function holderPath(rune: RuneIdentifier, address: string): string {
  return atRune(PATHS.holder.replace(':address', address), rune)
}

export function balancesPath(address: string, paging: Paging): string {
  return PATHS.balances.replace(':address', address) + queryString(paging)
}

export function addressActivityPath(address: string, query: ActivityQuery): string {
  return PATHS.addressActivity.replace(':address', address) + queryString(query)
}

function atRune(path: string, rune: RuneIdentifier): string {
  return path.replace(':etching', runeText(rune))
}

function queryString({ offset, limit, operation }: ActivityQuery): string {
  const filter = operation === undefined ? '' : `&operation_type=${operation}`
  return `?offset=${offset}&limit=${limit}${filter}`
}
