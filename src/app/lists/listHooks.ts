import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Paging } from '../../contract/paging.ts'
import type { RequestError } from '../../contract/requestError.ts'
import { announce } from '../ui/announcer.tsx'
import { useLanguage } from '../ui/language.ts'
import { formatDecimal } from '../ui/numbers.tsx'

/** A page of any list. */
export type ListPage<Entry = unknown> = Paging & { total: number; results: Entry[] }

/** Prefetches the next page with the same query as its link, which makes paging instant. */
export function useNextPagePrefetch<Value, Key extends QueryKey>(
  page: ListPage | undefined,
  limit: number,
  queryFor: (paging: Paging) => FetchQueryOptions<Value, RequestError, Value, Key>,
): void {
  const queryClient = useQueryClient()
  const next = page && page.results.length > 0 ? page.offset + page.limit : Number.POSITIVE_INFINITY
  const hasNext = page !== undefined && next < page.total
  // The query cache is outside React. The requested page is painted first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: queryFor is recreated on every render but builds the same query.
  useEffect(() => {
    if (!hasNext) return
    const prefetch = () => queryClient.prefetchQuery(queryFor({ offset: next, limit }))
    const timer = setTimeout(prefetch, 50)
    return () => clearTimeout(timer)
  }, [queryClient, hasNext, next, limit])
}

/** Announces the range of entries to screen readers after a page change. `things`: "Records". */
export function useRangeAnnouncement(page: ListPage | undefined, things: string): void {
  const announced = useRef<string>(undefined)
  const language = useLanguage()
  // The status region is shared by the whole document.
  useEffect(() => {
    if (page === undefined || page.results.length === 0) return
    const { offset, total, results } = page
    const [from, to, of] = [offset + 1, offset + results.length, total].map((count) =>
      formatDecimal(String(count), language),
    )
    const text = `${things} ${from} to ${to} of ${of}`
    if (announced.current !== undefined && announced.current !== text) announce(text)
    announced.current = text
  }, [page, language, things])
}
