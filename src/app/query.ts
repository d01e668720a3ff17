import { queryOptions } from '@tanstack/react-query'
import { type ENDPOINTS, type EndpointName, pathTo } from '../contract/client.ts'
import type { Given } from '../contract/endpoint.ts'
import type { Api } from './api.ts'

/**
 * The query of an endpoint. While another page of the same list loads, the previous one stays: `identity`
 * names what the list is about, because rows of something else must never appear under its heading.
 */
export function endpointQuery<Name extends EndpointName>(
  api: Api,
  name: Name,
  given: Given<(typeof ENDPOINTS)[Name]>,
  identity?: string,
) {
  const path = pathTo(name, given)
  return queryOptions({
    queryKey: [name, path, identity ?? path] as const,
    queryFn: ({ signal }) => api.request(name, given, { signal }),
    placeholderData: (previous, previousQuery) =>
      identity !== undefined && previousQuery?.queryKey[2] === identity ? previous : undefined,
    // Property names of tokens are untrusted: merging into the previous reply would lose one named __proto__.
    structuralSharing: false,
  })
}
