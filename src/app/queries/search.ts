import { queryOptions } from '@tanstack/react-query'
import type { SearchOptions } from '../../contract/directory.ts'
import { requests } from '../../contract/requests.ts'
import type { Api } from '../api.ts'
import { keepPreviousDataOf } from './keepPreviousDataOf.ts'

/** A page of the results of a search. While another page of them loads, the previous one stays. */
export function searchQuery(api: Api, query: string, options: SearchOptions) {
  return queryOptions({
    queryKey: ['search', query, options],
    queryFn: ({ signal }) => api.request(requests.search(query, options), { signal }),
    placeholderData: keepPreviousDataOf(query),
  })
}

/** Suggestions for a text. While the next ones load, the previous ones stay. */
export function suggestQuery(api: Api, query: string) {
  return queryOptions({
    queryKey: ['suggestions', query],
    queryFn: ({ signal }) => api.request(requests.suggest(query), { signal }),
    placeholderData: (previous) => previous,
    retry: false,
  })
}
