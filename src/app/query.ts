import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ENDPOINTS, type EndpointName, pathTo, type Reply } from '../contract/client.ts'
import type { Given, ReplyOf } from '../contract/endpoint.ts'
import type { RequestError } from '../contract/requestError.ts'
import { otherExplorers } from './links.ts'

type QueryKey = readonly [name: EndpointName, path: string]

/**
 * The query of an endpoint; `createQueryClient` says how it is sent. While another page of the same list loads,
 * the previous one stays. Rows of something else never appear: its path is another one.
 */
export function endpointQuery<Name extends EndpointName>(
  name: Name,
  given: Given<(typeof ENDPOINTS)[Name]>,
) {
  return queryAt<ReplyOf<(typeof ENDPOINTS)[Name]>>([name, pathTo(name, given)])
}

export const aboutQuery = endpointQuery('about', {})

export function useAbout() {
  return useQuery(aboutQuery).data?.value
}

/** A path of an explorer of Stacks, which knows no invented contract. */
export function useStacksExplorer(path: string) {
  const [name, isDemo] = ['explorer.hiro.so', useAbout()?.source === 'demo']
  return isDemo ? [] : [{ name, href: `https://${name}/${path}` }]
}

/** The same on other explorers, which know mainnet only. */
export function useOtherExplorers(...paths: Parameters<typeof otherExplorers>) {
  return useAbout()?.network === 'main' ? otherExplorers(...paths) : []
}

export type EndpointQuery<Value> = ReturnType<typeof queryAt<Value>>

function queryAt<Value>(queryKey: QueryKey) {
  return queryOptions<Reply<Value>, RequestError, Reply<Value>, QueryKey>({
    queryKey,
    placeholderData: (previous, previousQuery) =>
      previousQuery !== undefined && listOf(previousQuery.queryKey) === listOf(queryKey)
        ? previous
        : undefined,
    // Property names of tokens are untrusted: merging into the previous reply would lose one named __proto__.
    structuralSharing: false,
  })
}

/** The path without what selects a page, a filter or a language. */
function listOf([, path]: QueryKey): string | undefined {
  return path.split('?')[0]
}

/** The query of the page of the same list that begins at `offset`. */
export function queryOfPage<Value>(
  { queryKey: [name, path] }: EndpointQuery<Value>,
  offset: number,
) {
  const [pathname, search] = path.split('?')
  const parameters = new URLSearchParams(search)
  parameters.set('offset', String(offset))
  return queryAt<Value>([name, `${pathname}?${parameters}`])
}
