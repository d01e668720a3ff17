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

/** Asks again for what failed, while its failure stays on the page. */
export function Retry({ error, tries, label }: Props) {
  const queryClient = useQueryClient()
  const [attempts, setAttempts] = useState(0)
  const [isTrying, setTrying] = useState(false)
  const [isStopped, setStopped] = useState(false)
  const isWaiting = tries === 'automatic' && !isStopped

  async function tryNow() {
    setTrying(true)
    announce('Trying again')
    const isAnswered = await askAgain(queryClient, error)
    setTrying(false)
    setAttempts((attempts) => attempts + 1)
    if (!isAnswered && !isWaiting) announce('Still no answer')
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
          {isStopped ? 'Wait again' : 'Stop waiting'}
        </button>
      )}
      <p className="min-h-5 text-sm tabular-nums">
        {isTrying && 'Trying again …'}
        {left !== undefined && `Trying again in ${sayDuration(left)}.`}
        {!isWaiting && !isTrying && attempts > 0 && 'Tried again: still no answer.'}
      </p>
    </div>
  )
}

/**
 * The seconds that are left of a pause, after which `onEnd` is called: once the page is looked at,
 * where it is not. Said when it begins; each second would be too much to listen to.
 */
function useCountdown(
  error: RequestError,
  pause: number | undefined,
  onEnd: () => void,
): number | undefined {
  const [left, setLeft] = useState<number>()
  // The clock and the page's visibility are outside React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: onEnd is new on every render and means the same.
  useEffect(() => {
    if (pause === undefined) return
    const end = Date.now() + pause * 1000
    announce(`Trying again in ${sayDuration(pause)}`)
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

/** "1 second", "12 minutes": exact where one waits for it. */
function sayDuration(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= 2 * size) ?? ['second', 1]
  const count = Math.round(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const UNITS = [
  ['hour', 3600],
  ['minute', 60],
] as const

/**
 * Asks again for what failed with `error`; resolves to whether that was answered. The queries
 * themselves would forget their failure while they ask, and the page would lose its place and the
 * focus: so another asks for them. What else failed meanwhile follows, as soon as it may be asked.
 */
async function askAgain(queryClient: QueryClient, error: RequestError): Promise<boolean> {
  const failed = failedQueries(queryClient)
  const answered = await Promise.all(
    failed.filter(({ state }) => state.error === error).map((query) => ask(queryClient, query)),
  )
  const isAnswered = answered.includes(true)
  if (isAnswered) {
    for (const query of failed) {
      if (query.state.error !== error && mayBeAsked(query)) void ask(queryClient, query)
    }
  }
  return isAnswered
}

type FailedQuery = ReturnType<typeof failedQueries>[number]

function failedQueries(queryClient: QueryClient) {
  return queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.error instanceof RequestError })
}

function mayBeAsked({ state: { error, errorUpdatedAt } }: FailedQuery): boolean {
  if (!(error instanceof RequestError) || !isTransient(error)) return false
  return Date.now() >= errorUpdatedAt + (error.retryAfter ?? 0) * 1000
}

async function ask(queryClient: QueryClient, query: FailedQuery): Promise<boolean> {
  const { queryKey, options } = query
  try {
    const answer = await queryClient.fetchQuery({
      queryKey: ['again', ...queryKey],
      ...(options.queryFn && { queryFn: options.queryFn }),
      retry: false,
      staleTime: 0,
      gcTime: 0,
    })
    queryClient.setQueryData(queryKey, answer)
    return true
  } catch (error) {
    // Was given up: everything is forgotten, or the page is left.
    if (!(error instanceof RequestError)) return false
    query.setState({ error, errorUpdatedAt: Date.now() })
    return false
  }
}
