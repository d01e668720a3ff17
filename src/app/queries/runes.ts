import { queryOptions } from '@tanstack/react-query'
import { type RuneIdentifier, runeText } from '../../contract/identifiers.ts'
import type { Paging } from '../../contract/paging.ts'
import { RequestError } from '../../contract/requestError.ts'
import { requests } from '../../contract/requests.ts'
import type { RuneListOptions } from '../../contract/runeList.ts'
import type { Api } from '../api.ts'
import { keepPreviousDataOf } from './keepPreviousDataOf.ts'

/** A rune, with its supply if the service knows it. Other services have no directory. */
export function runeQuery(api: Api, rune: RuneIdentifier) {
  return queryOptions({
    queryKey: ['rune', runeText(rune)],
    queryFn: async ({ signal }) => {
      try {
        return await api.request(requests.rune(rune), { signal })
      } catch (error) {
        const mayBeEtching =
          error instanceof RequestError && (error.status === 404 || error.kind === 'offline')
        if (!mayBeEtching) throw error
        return api.replies.etching(runeText(rune), { signal })
      }
    },
  })
}

/** A page of a rune's holders. While another page loads, the previous one stays. */
export function holdersQuery(api: Api, rune: string, { offset, limit }: Paging) {
  return queryOptions({
    queryKey: ['holders', rune, offset, limit],
    queryFn: ({ signal }) => api.replies.holders(rune, { offset, limit, signal }),
    placeholderData: keepPreviousDataOf(rune),
  })
}

/** A page of an address's balances. While another page loads, the previous one stays. */
export function balancesQuery(api: Api, address: string, { offset, limit }: Paging) {
  return queryOptions({
    queryKey: ['balances', address, offset, limit],
    queryFn: ({ signal }) => api.replies.balances(address, { offset, limit, signal }),
    placeholderData: keepPreviousDataOf(address),
  })
}

/** A page of the runes. While another page of the same list loads, the previous one stays. */
export function runeListQuery(api: Api, options: RuneListOptions, paging: Paging) {
  const list = JSON.stringify(options)
  return queryOptions({
    queryKey: ['runes', list, paging.offset, paging.limit],
    queryFn: ({ signal }) => api.request(requests.runes(options, paging), { signal }),
    placeholderData: keepPreviousDataOf(list),
  })
}
