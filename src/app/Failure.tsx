import { type ReactNode, useState, useSyncExternalStore } from 'react'
import type { RequestError, RequestErrorKind } from './api.ts'
import { useSurroundings } from './surroundings.ts'
import { CopyButton } from './ui/CopyButton.tsx'
import { ForeignText } from './ui/ForeignText.tsx'
import { Notice } from './ui/Notice.tsx'
import { RawText } from './ui/RawText.tsx'
import { Time } from './ui/Time.tsx'

type Props = {
  error: RequestError
  onRetry: () => void
  /** Ways on that belong to the page: a link to the first page, to the default locale. */
  children?: ReactNode
}

/** Says what happened, what it means and what to do, by the reason; with the request to try elsewhere. */
export function Failure({ error, onRetry, children }: Props) {
  const { title, meaning, canRetry } = REASONS[error.kind]
  const { origin } = useSurroundings()
  const retryAfter = error.reply?.retryAfter
  const curl = `curl -H 'Accept: application/json' '${new URL(error.url, origin)}'`
  return (
    <div role="alert" className="space-y-4">
      <Notice tone="warning" title={title}>
        <p>{meaning}</p>
        <p className="text-sm">
          The service said: <ForeignText text={error.message.slice(0, 500)} />
          {retryAfter !== undefined && ` Try again in ${retryAfter} seconds.`}
        </p>
        <div className="flex flex-wrap gap-2">
          {canRetry && (
            <button type="button" className="button" onClick={onRetry}>
              Try again
            </button>
          )}
          {children}
        </div>
        <p className="flex items-center gap-1 text-sm">
          <code className="min-w-0 font-mono text-xs">{curl}</code>
          <CopyButton text={curl} label="the request as cURL" />
        </p>
      </Notice>
      {error.kind === 'unreadable' && error.reply !== undefined && (
        <RawText title="What the service answered" text={error.reply.text.slice(0, 100_000)} />
      )}
    </div>
  )
}

/** What was read before stays on the page, with a word that it could not be read again. */
export function NotRenewed({ error, onRetry }: Omit<Props, 'children'>) {
  return (
    <Notice
      tone="warning"
      title={`Shown as read before: ${REASONS[error.kind].title.toLowerCase()}`}
    >
      <button type="button" className="button" onClick={onRetry}>
        Read it again
      </button>
    </Notice>
  )
}

type ReadBeforeProps = { readAt: number; onRetry: () => Promise<unknown> }

/** What the device kept is shown in place of what could not be read now, with the time it is from. */
export function ReadBefore({ readAt, onRetry }: ReadBeforeProps) {
  const isOffline = useIsOffline()
  const [hasTried, setHasTried] = useState(false)
  async function tryAgain() {
    setHasTried(false)
    await onRetry()
    setHasTried(true)
  }
  return (
    <Notice tone="information" title="Shown as read before">
      <p>
        Read at <Time milliseconds={readAt} />.{' '}
        {isOffline
          ? 'You are offline: it is read again as soon as the connection returns.'
          : 'The service does not answer now.'}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="button" onClick={tryAgain}>
          Read it again
        </button>
        <p role="status">{hasTried && 'Tried just now: still no answer.'}</p>
      </div>
    </Notice>
  )
}

/** Whether the browser knows of no connection. */
function useIsOffline(): boolean {
  return useSyncExternalStore(
    subscribeToConnection,
    () => !navigator.onLine,
    () => false,
  )
}

function subscribeToConnection(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

const REASONS: Record<RequestErrorKind, { title: string; meaning: string; canRetry: boolean }> = {
  'bad-request': {
    title: 'The service refused this request',
    meaning: 'Something in the address is not what the service accepts.',
    canRetry: false,
  },
  'contract-not-found': {
    title: 'No such contract',
    meaning:
      'This service knows no contract by that principal. It may not be indexed here, or a character of it may be wrong.',
    canRetry: false,
  },
  'token-not-found': {
    title: 'No token in this contract',
    meaning: 'The contract exists, but it holds no fungible token that this service knows.',
    canRetry: false,
  },
  'not-found': {
    title: 'Not found',
    meaning: 'The service has nothing at this address. It may not serve this kind of data.',
    canRetry: false,
  },
  'token-error': {
    title: 'This token cannot be read',
    meaning:
      'The contract does not answer as a SIP-010 token should. That is permanent: trying again will not help.',
    canRetry: false,
  },
  'locale-not-found': {
    title: 'No text in this locale',
    meaning: 'The token has no metadata in the locale that the address asks for.',
    canRetry: false,
  },
  'metadata-in-progress': {
    title: 'Metadata is still being fetched',
    meaning: 'The service knows the token and is reading its metadata. Try again in a moment.',
    canRetry: true,
  },
  'rate-limited': {
    title: 'Too many requests',
    meaning: 'The service asks for a pause before it answers again.',
    canRetry: true,
  },
  unavailable: {
    title: 'The service is not available',
    meaning: 'It answered that it cannot serve this now. Your link is fine; try again in a moment.',
    canRetry: true,
  },
  refused: {
    title: 'The service refused this request',
    meaning: 'It gave a reason that this explorer has no words for.',
    canRetry: true,
  },
  offline: {
    title: 'You are offline',
    meaning: 'This device has no connection. What you opened before stays; the rest has to wait.',
    canRetry: true,
  },
  unreachable: {
    title: 'The service cannot be reached',
    meaning: 'Nothing answered at its address. It may be down, or something on the way blocks it.',
    canRetry: true,
  },
  timeout: {
    title: 'The service took too long',
    meaning: 'No answer came in time. It may be busy; your link is fine.',
    canRetry: true,
  },
  unreadable: {
    title: 'The answer was not understood',
    meaning: 'What came is not what the contract promises. It is shown below as it came.',
    canRetry: true,
  },
}
