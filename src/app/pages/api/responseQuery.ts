import { queryOptions } from '@tanstack/react-query'
import { requests } from '../../../contract/requests.ts'
import type { Api } from '../../api.ts'

/** The raw response at a path. */
export function responseQuery(api: Api, path: string) {
  return queryOptions({
    queryKey: ['response', path],
    queryFn: ({ signal }) => api.request(requests.any(path), { signal }),
  })
}
