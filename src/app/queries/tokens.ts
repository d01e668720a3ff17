import { queryOptions } from '@tanstack/react-query'
import type { Paging } from '../../contract/paging.ts'
import { requests } from '../../contract/requests.ts'
import type { TokenListOptions } from '../../contract/tokenList.ts'
import type { Api } from '../api.ts'
import { directoryQuery } from './directory.ts'
import { keepPreviousDataOf } from './keepPreviousDataOf.ts'

/** A token in one locale. While another locale of it loads, the previous one stays. */
export function tokenQuery(api: Api, principal: string, locale: string | undefined) {
  return queryOptions({
    queryKey: ['token', principal, locale ?? null],
    queryFn: ({ signal }) => api.replies.token(principal, { locale, signal }),
    // Property names are untrusted: merging into the previous reply would lose one named __proto__.
    structuralSharing: false,
    placeholderData: keepPreviousDataOf(principal),
  })
}

/** A page of the tokens. While another page of the same list loads, the previous one stays. */
export function tokenListQuery(api: Api, options: TokenListOptions, paging: Paging) {
  const list = JSON.stringify(options)
  return queryOptions({
    queryKey: ['tokens', list, paging.offset, paging.limit],
    queryFn: ({ signal }) => api.replies.tokens({ ...options, ...paging, signal }),
    placeholderData: keepPreviousDataOf(list),
  })
}

/** The first tokens that a Stacks address has deployed. */
export function deployedTokensQuery(api: Api, address: string) {
  return queryOptions({
    queryKey: ['deployed tokens', address],
    queryFn: ({ signal }) => api.replies.tokens({ address, signal }),
  })
}

/** Other tokens of the same symbol or name. */
export function namesakesQuery(api: Api, principal: string) {
  return directoryQuery(['namesakes', principal], (signal) =>
    api.request(requests.namesakes(principal), { signal }),
  )
}
