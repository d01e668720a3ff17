import { ADDRESS } from '../../../contract/identifiers.ts'
import {
  DIRECTIONS,
  MAX_FILTER_LENGTH,
  TOKEN_ORDERS,
  type TokenListOptions,
} from '../../../contract/tokenList.ts'
import { readChoice } from '../../lists/readChoice.ts'

export const TOKEN_PARAMETERS = [
  'name',
  'symbol',
  'address',
  'valid_metadata_only',
  'order_by',
  'order',
  'offset',
  'limit',
] as const

/** Reads which tokens the URL lists. Invalid values are left out and listed in `refused`. */
export function readTokenOptions(search: URLSearchParams) {
  const refused: string[] = []
  const address = (search.get('address') ?? '').trim().toUpperCase()
  if (address !== '' && !ADDRESS.test(address)) refused.push(`address=${address}`)
  const options: TokenListOptions = {
    name: readText(search, 'name'),
    symbol: readText(search, 'symbol'),
    address: ADDRESS.test(address) ? address : undefined,
    validMetadataOnly:
      readChoice(search, ['valid_metadata_only', ['false', 'true']], refused) === 'true',
    orderBy: readChoice(search, ['order_by', TOKEN_ORDERS], refused),
    order: readChoice(search, ['order', DIRECTIONS], refused),
  }
  return { options, refused }
}

function readText(search: URLSearchParams, name: string): string | undefined {
  return search.get(name)?.trim().slice(0, MAX_FILTER_LENGTH) || undefined
}
