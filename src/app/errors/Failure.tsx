import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { Clock, CloudOff, SearchX, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { tryParse } from '../../contract/json.ts'
import { PROBLEMS, problemOf } from '../../contract/problems.ts'
import type { RequestError } from '../../contract/requestError.ts'
import { announce } from '../ui/announcer.tsx'
import { Notice } from '../ui/Notice.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import { useIsOffline } from '../ui/useIsOffline.ts'
import { FAILURES, retryDelayMs } from './failures.ts'

type Props = {
  error: RequestError
  /** What failed, if that says more than the kind of failure: "Block 955,061 is not mined yet". */
  title?: ReactNode
  text?: ReactNode
  /** Links that may help, such as one to the newest block. */
  children?: ReactNode
}

/** Says why a request failed, and what the reader can do. What may pass is tried again by itself. */
export function Failure({ error, title, text, children }: Props) {
  const { title: kindTitle, meaning, retry } = FAILURES[error.kind]
  const isNotFound = /not-found/.test(error.kind)
  const Icon = isNotFound ? SearchX : (ICONS[error.kind] ?? TriangleAlert)
  return (
    <Notice
      icon={<Icon size={18} />}
      tone={isNotFound ? 'plain' : 'warn'}
      title={title ?? kindTitle}
      role="alert"
      actions={
        <>
          {retry !== undefined && <Retry error={error} />}
          {children}
        </>
      }
    >
      <p>{text ?? meaning}</p>
      {text === undefined && <ServiceMessage error={error} />}
      {error.kind === 'unreadable' && error.text !== undefined && (
        <details>
          <summary>The response</summary>
          <pre className="mt-1 max-h-96 overflow-auto font-mono text-xs whitespace-pre-wrap">
            {error.text.slice(0, 100_000)}
          </pre>
        </details>
      )}
    </Notice>
  )
}

const ICONS: Partial<Record<RequestError['kind'], typeof Clock>> = {
  'rate-limited': Clock,
  'metadata-in-progress': Clock,
  offline: CloudOff,
}

/** The service's own message, where it says more than its kind. */
function ServiceMessage({ error: { status = 0, text = '', kind } }: { error: RequestError }) {
  const { message } = problemOf(status, tryParse(text))
  const isKind = Object.values(PROBLEMS).some(({ error }) => error === message)
  if (message === undefined || kind === 'rate-limited' || isKind) return null
  return (
    <p>
      The service says: <UntrustedText text={message.slice(0, 500)} />
    </p>
  )
}

function Retry({ error }: { error: RequestError }) {
  const queryClient = useQueryClient()
  const [attempts, setAttempts] = useState(0)
  const [isTrying, setTrying] = useState(false)

  async function tryNow() {
    setTrying(true)
    announce('Trying again')
    await queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
    setTrying(false)
    setAttempts((attempts) => attempts + 1)
  }

  const isWaiting = useIsOffline() && FAILURES[error.kind].retry === 'online'
  const pauseMs = isTrying || isWaiting ? undefined : retryDelayMs(error, attempts)
  const left = useCountdown(`${attempts} ${error.message}`, pauseMs, tryNow)
  return (
    <>
      <button type="button" className="button" onClick={tryNow} disabled={isTrying}>
        {isTrying ? 'Trying…' : 'Try now'}
      </button>
      {left !== undefined && (
        <span className="text-sm text-muted tabular-nums">
          Trying again in {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
        </span>
      )}
    </>
  )
}

/** The seconds left of a pause. Calls `onEnd` at its end, or later, when the page becomes visible. */
function useCountdown(
  key: string,
  pauseMs: number | undefined,
  onEnd: () => void,
): number | undefined {
  const [left, setLeft] = useState<number>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: onEnd changes on every render, but does the same.
  useEffect(() => {
    if (pauseMs === undefined) return
    const end = Date.now() + pauseMs
    const timer = setInterval(tick, 1000)
    document.addEventListener('visibilitychange', tick)
    tick()
    function tick() {
      const seconds = Math.max(0, Math.round((end - Date.now()) / 1000))
      setLeft(seconds)
      if (seconds === 0 && document.visibilityState === 'visible') {
        clearInterval(timer)
        onEnd()
      }
    }
    return () => {
      setLeft(undefined)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [key, pauseMs])
  return left
}

/**
 * The error of a query, or its last one while it is tried again: React Query forgets it then, and the page
 * would lose its place.
 */
export function useLastError(
  query: Pick<UseQueryResult<unknown, RequestError>, 'data' | 'error' | 'isFetching'>,
): RequestError | null {
  const [last, setLast] = useState(query.error)
  if (query.error !== null && query.error !== last) setLast(query.error)
  if (query.data !== undefined) return null
  return query.error ?? (query.isFetching ? last : null)
}
