import {
  hashKey,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Paging } from '../../contract/paging.ts'
import type { RequestError } from '../../contract/requestError.ts'
import { announce } from '../ui/announcer.tsx'
import { useLanguage } from '../ui/language.ts'
import { rangeInWords } from './RangeText.tsx'

/** A page of any list. */
export type ListPage<Entry = unknown> = Paging & { total: number; results: Entry[] }

type QueryFor<Value, Key extends QueryKey> = (
  paging: Paging,
) => UseQueryOptions<Value, RequestError, Value, Key>

/** Prefetches the next page with the same query as its link. */
export function usePrefetchNextPage<Value, Key extends QueryKey>(
  page: ListPage | undefined,
  limit: number,
  queryFor: QueryFor<Value, Key>,
): void {
  const queryClient = useQueryClient()
  const next = page && page.results.length > 0 ? page.offset + page.limit : Number.POSITIVE_INFINITY
  const hasNext = page !== undefined && next < page.total
  const query = queryFor({ offset: next, limit })
  const key = hashKey(query.queryKey)
  // The query cache is outside React. The requested page is painted first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is recreated on every render; its key identifies it.
  useEffect(() => {
    if (!hasNext) return
    const prefetch = () => queryClient.prefetchQuery(query)
    const timer = setTimeout(prefetch, 50)
    return () => clearTimeout(timer)
  }, [queryClient, hasNext, key])
}

/** The page at an offset, if it is in the query cache. Only requests it if it is `enabled`. */
export function useNeighbour<Value, Key extends QueryKey>(
  paging: Paging,
  { queryFor, enabled }: { queryFor: QueryFor<Value, Key>; enabled: boolean },
): Value | undefined {
  const { data, isPlaceholderData } = useQuery({ ...queryFor(paging), enabled })
  return isPlaceholderData ? undefined : data
}

/** Announces the range of entries to screen readers after a page change. `things`: "Records". */
export function useRangeAnnouncement(page: ListPage | undefined, things: string): void {
  const announced = useRef<string>(undefined)
  const language = useLanguage()
  // The status region is shared by the whole document.
  useEffect(() => {
    if (page === undefined || page.results.length === 0) return
    const text = rangeInWords(things, page, language)
    if (announced.current !== undefined && announced.current !== text) announce(text)
    announced.current = text
  }, [page, language, things])
}
