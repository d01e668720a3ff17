import { describeBitcoinAddress, explainAddress } from '../../../bitcoin/addresses.ts'
import { parseBitcoinAddress } from '../../../contract/identifiers.ts'
import { BALANCE_ORDERS } from '../../../contract/schemas/address.ts'
import type { PageUrl } from '../../definePage.tsx'
import { Malformed } from '../../errors/MalformedIdentifier.tsx'
import { readFilters, readList } from '../../lists/paging.ts'
import { chosenRune } from './OverTime.tsx'

export type AddressRequest = Exclude<ReturnType<typeof readAddressUrl>, Malformed>

export function readAddressUrl({ id, search }: PageUrl) {
  const address = parseBitcoinAddress(id)
  const form = address === undefined ? undefined : describeBitcoinAddress(address)
  if (address === undefined || form === undefined) {
    return new Malformed({ kind: 'address', text: id, ...explainAddress(id) })
  }
  const { filters, refused, paging } = readList('addressMovements', search)
  const balances = readFilters('addressBalances', search)
  const { at } = balances.filters
  const order_by = BALANCE_ORDERS.find((order) => order === balances.filters.order_by)
  return {
    address,
    form,
    view: viewOf(search),
    at,
    order_by: at === undefined ? order_by : undefined,
    name: balances.filters.name,
    chosen: chosenRune(search),
    filters,
    paging,
    refused: [...refused, ...balances.refused],
  }
}

/** The parameters of a list mean that list, but for the page size, which is that of all lists. */
function viewOf(search: URLSearchParams): string | null {
  const has = (name: string) => search.has(name)
  if (has('view')) return search.get('view')
  if (['type', 'rune', 'from', 'to', 'row'].some(has)) return 'movements'
  if (['name', 'at', 'order_by'].some(has)) return 'balances'
  return has('offset') ? 'movements' : null
}
