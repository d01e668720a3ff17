import type { ActivityPage } from '../../../contract/activity.ts'
import type { Reply } from '../../../contract/client.ts'
import { DEFAULT_PAGING } from '../../../contract/paging.ts'
import { addressActivityPath, balancesPath, etchingActivityPath } from '../../../contract/paths.ts'
import { type TokenPage, tokenListPath } from '../../../contract/tokenList.ts'
import { activityHead } from '../../activity/activityHead.ts'
import { readListFilter } from '../../activity/listFilter.ts'
import { malformedIdentifierHead } from '../../errors/MalformedIdentifier.tsx'
import { addressLink } from '../../links.ts'
import type { Head } from '../../PageHead.tsx'
import type { Loaded } from '../../pageLoader.ts'
import { readPaging } from '../../pageSizes.ts'
import { pageStatus } from '../../pageStatus.ts'
import { formatDecimal } from '../../ui/numbers.tsx'
import { shortenHash } from '../../ui/shortenHash.ts'
import { type Address, explainMistake } from './parseAddress.ts'

/** What the URL of an address selects. While one of the two lists is paged, the other shows its first page. */
export function readAddressState(search: URLSearchParams) {
  const { paging, requested, refused } = readPaging(search)
  const { operation, rune, refused: refusedFilters } = readListFilter(search)
  const view = search.get('view') === 'balances' ? 'balances' : undefined
  return {
    paging,
    requested,
    view,
    operation,
    rune,
    isFiltered: (operation ?? rune) !== undefined,
    activityQuery: { ...(view ? DEFAULT_PAGING : paging), operation, rune },
    balancesPaging: view ? paging : DEFAULT_PAGING,
    refusedFilters,
    refused: [...refused, ...refusedFilters],
  }
}

/** The path of the list that the URL selects. */
export function dataPath({ chain, address }: Address, search: URLSearchParams): string {
  const { requested, view, operation, rune } = readAddressState(search)
  if (chain === 'stacks') return tokenListPath({ address }, requested)
  if (view === 'balances') return balancesPath(address, requested)
  const query = { ...requested, operation }
  return rune === undefined
    ? addressActivityPath(address, query)
    : etchingActivityPath({ kind: 'id', id: rune }, { ...query, address })
}

export function bitcoinHead(
  parsed: Address,
  search: URLSearchParams,
  activity: Loaded<Reply<ActivityPage>>,
): Head {
  const { address } = parsed
  const { paging, view, operation, rune, isFiltered, refused } = readAddressState(search)
  if (!isFiltered && isMistyped(parsed, activity.data?.value)) {
    return malformedIdentifierHead('address', address)
  }
  const { description, ...rest } = {
    description: '',
    ...activityHead('address', activity, refused),
  }
  // Without a filter, an empty list means that the service does not know the address.
  const isEmptyPart = isFiltered && activity.data?.value.total === 0
  return {
    ...headOf(parsed, description),
    title: `Address ${shortenHash(address)}${view ? ' · Balances' : ''}`,
    path: addressLink(address, { view, operation, rune, ...paging }),
    dataPath: dataPath(parsed, search),
    ...rest,
    ...(isEmptyPart && { status: 200 }),
  }
}

export function stacksHead(
  parsed: Address,
  search: URLSearchParams,
  { data, error }: Loaded<Reply<TokenPage>>,
): Head {
  const { address } = parsed
  if (isMistyped(parsed, data?.value)) return malformedIdentifierHead('address', address)
  return {
    ...headOf(parsed, data === undefined ? '' : describeDeployments(data.value)),
    path: addressLink(address),
    dataPath: dataPath(parsed, search),
    ...(data === undefined && pageStatus(error)),
  }
}

function describeDeployments({ total }: TokenPage): string {
  const count = `${formatDecimal(String(total), 'en')} ${total === 1 ? 'token' : 'tokens'}`
  return `The service has ${count} deployed by this address.`
}

function headOf(parsed: Address, more: string) {
  const { address, description = explainMistake(parsed) } = parsed
  return {
    kind: 'Address',
    title: `Address ${shortenHash(address)}`,
    description: `${description.replace(/\.?$/, '.')} ${more}`.trim(),
  }
}

/** Whether the checksum is wrong and the whole `list` of what the service knows is empty. */
export function isMistyped({ description }: Address, list: { total: number } | undefined): boolean {
  return description === undefined && list?.total === 0
}
