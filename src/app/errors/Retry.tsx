import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RequestError } from '../../contract/requestError.ts'
import { isTransient, PAGE_BACKOFF, retryDelayMs } from '../retryPolicy.ts'
import { announce } from '../ui/announcer.tsx'

type Props = {
  error: RequestError
  /** `automatic`: after a pause, until the reader stops it. */
  tries: 'automatic' | 'by hand'
  label: string
}

/** Retries failed queries while the failure stays on the page. */
export function Retry({ error, tries, label }: Props) {
  const queryClient = useQueryClient()
  const [attempts, setAttempts] = useState(0)
  const [isTrying, setTrying] = useState(false)
  const [isStopped, setStopped] = useState(false)
  const isWaiting = tries === 'automatic' && !isStopped

  async function tryNow() {
    setTrying(true)
    announce('Trying again')
    const hasSucceeded = await retryFailed(queryClient, error)
    setTrying(false)
    setAttempts((attempts) => attempts + 1)
    if (!hasSucceeded && !isWaiting) announce('The retry failed')
  }

  const pause =
    isWaiting && !isTrying ? retryDelayMs(error, attempts, PAGE_BACKOFF) / 1000 : undefined
  const left = useCountdown(error, pause, tryNow)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <button type="button" className="button" onClick={tryNow}>
        {label}
      </button>
      {tries === 'automatic' && (
        <button type="button" className="button" onClick={() => setStopped(!isStopped)}>
          {isStopped ? 'Resume retrying' : 'Stop retrying'}
        </button>
      )}
      <p className="min-h-5 text-sm tabular-nums">
        {isTrying && 'Trying again…'}
        {left !== undefined && `Trying again in ${formatDuration(left)}.`}
        {!isWaiting && !isTrying && attempts > 0 && 'Tried again without success.'}
      </p>
    </div>
  )
}

/**
 * The seconds left of a pause. Calls `onEnd` at its end, or later, when the page becomes visible.
 * Announces only the start: announcing every second would be too much to listen to.
 */
function useCountdown(
  error: RequestError,
  pause: number | undefined,
  onEnd: () => void,
): number | undefined {
  const [left, setLeft] = useState<number>()
  // The clock and the page's visibility are outside React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: onEnd changes on every render, but does the same.
  useEffect(() => {
    if (pause === undefined) return
    const end = Date.now() + pause * 1000
    announce(`Trying again in ${formatDuration(pause)}`)
    tick()
    const timer = setInterval(tick, 1000)
    document.addEventListener('visibilitychange', tick)
    function tick() {
      const seconds = Math.max(0, Math.round((end - Date.now()) / 1000))
      setLeft(seconds)
      if (seconds === 0 && document.visibilityState === 'visible') onEnd()
    }
    return () => {
      setLeft(undefined)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [error, pause])
  return left
}

/** "1 second", "119 seconds", "12 minutes". */
function formatDuration(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= 2 * size) ?? ['second', 1]
  const count = Math.round(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const UNITS = [
  ['hour', 3600],
  ['minute', 60],
] as const

/**
 * Retries the queries that failed with `error`, and resolves to whether one succeeded. A refetch would
 * clear the error of a query, and the page would lose its scroll position and the focus. Therefore
 * temporary queries fetch the data. After a success, also retries other failed queries that may be retried.
 */
async function retryFailed(queryClient: QueryClient, error: RequestError): Promise<boolean> {
  const failed = failedQueries(queryClient)
  const successes = await Promise.all(
    failed.filter(({ state }) => state.error === error).map((query) => retry(queryClient, query)),
  )
  const hasSucceeded = successes.includes(true)
  if (hasSucceeded) {
    for (const query of failed) {
      if (query.state.error !== error && mayRetry(query)) void retry(queryClient, query)
    }
  }
  return hasSucceeded
}

type FailedQuery = ReturnType<typeof failedQueries>[number]

function failedQueries(queryClient: QueryClient) {
  return queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.error instanceof RequestError })
}

function mayRetry({ state: { error, errorUpdatedAt } }: FailedQuery): boolean {
  if (!(error instanceof RequestError) || !isTransient(error)) return false
  return Date.now() >= errorUpdatedAt + (error.retryAfter ?? 0) * 1000
}

async function retry(queryClient: QueryClient, query: FailedQuery): Promise<boolean> {
  const { queryKey, options } = query
  try {
    const reply = await queryClient.fetchQuery({
      queryKey: ['retry', ...queryKey],
      ...(options.queryFn && { queryFn: options.queryFn }),
      retry: false,
      staleTime: 0,
      gcTime: 0,
    })
    queryClient.setQueryData(queryKey, reply)
    return true
  } catch (error) {
    // Cancelled: the stored data was deleted, or the reader left the page.
    if (!(error instanceof RequestError)) return false
    query.setState({ error, errorUpdatedAt: Date.now() })
    return false
  }
}
