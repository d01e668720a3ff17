import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { tryParse } from '../../contract/json.ts'
import { problemOf } from '../../contract/problems.ts'
import type { RequestError, RequestErrorKind } from '../../contract/requestError.ts'
import { retryOffer } from '../retryPolicy.ts'
import { useIsOffline } from '../ui/connection.ts'
import { Notice } from '../ui/Notice.tsx'
import { RawText } from '../ui/RawText.tsx'
import { Time } from '../ui/Time.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import { CurlLine } from './CurlLine.tsx'
import { Retry } from './Retry.tsx'

type Props = {
  error: RequestError
  /** Ways on that belong to the page: a link to the first page, to the default locale. */
  children?: ReactNode
}

/** Says what happened, what it means and what to do, by the reason; with the request to try elsewhere. */
export function Failure({ error, children }: Props) {
  const { title, meaning } = REASONS[error.kind]
  const tries = retryOffer(error)
  return (
    <div className="space-y-4">
      <Notice
        tone="warning"
        title={title}
        role="alert"
        actions={
          <>
            {tries !== 'never' && <Retry error={error} tries={tries} label="Try again" />}
            {children && <div className="flex flex-wrap gap-2">{children}</div>}
            {error.url !== undefined && <CurlLine url={error.url} />}
          </>
        }
      >
        <p>{meaning}</p>
        <p className="text-sm">
          <Words error={error} />
        </p>
      </Notice>
      {error.kind === 'unreadable' && error.text !== undefined && (
        <RawText title="What the service answered" text={error.text.slice(0, 100_000)} />
      )}
    </div>
  )
}

/** The reason in the service's own words; where it has none, what came instead. */
function Words({ error: { message, status = 0, text = '' } }: { error: RequestError }) {
  if (status < 400) return message
  const said = problemOf(status, tryParse(text)).message
  if (said !== undefined) {
    return (
      <>
        The service said: <UntrustedText text={said.slice(0, 500)} />
      </>
    )
  }
  const what = text.trim() === '' ? 'nothing more' : 'a page in place of data'
  const by = status < 502 ? '' : ': something on the way answered for the service'
  return `The answer was ${STATUSES[status] ?? status} and ${what}${by}.`
}

const STATUSES: Record<number, string> = {
  429: '429 (too many requests)',
  500: '500 (internal error)',
  502: '502 (bad gateway)',
  503: '503 (unavailable)',
  504: '504 (gateway timeout)',
}

/** What was read before stays on the page, with its time and a word that it could not be read again. */
export function NotRenewed({ error }: { error: RequestError }) {
  const { title } = REASONS[error.kind]
  const tries = retryOffer(error) === 'automatic' ? 'automatic' : 'by hand'
  const query = useQueryClient()
    .getQueryCache()
    .getAll()
    .find(({ state }) => state.error === error)
  return (
    <Notice
      tone="warning"
      title={`Shown as read before: ${title.toLowerCase()}`}
      actions={<Retry error={error} tries={tries} label="Read it again" />}
    >
      {query !== undefined && (
        <p>
          Read at <Time milliseconds={query.state.dataUpdatedAt} />.
        </p>
      )}
    </Notice>
  )
}

type ReadBeforeProps = { readAt: number; onRetry: () => Promise<unknown> }

/** Says that a stored response is shown, because the request failed, and how old it is. */
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

type Reason = { title: string; meaning: string }

const REASONS: Record<RequestErrorKind, Reason> = {
  'bad-request': {
    title: 'The service refused this request',
    meaning: 'Something in the address is not what the service accepts.',
  },
  'contract-not-found': {
    title: 'No such contract',
    meaning:
      'This service knows no contract by that principal. It may not be indexed here, or a character of it may be wrong.',
  },
  'token-not-found': {
    title: 'No token in this contract',
    meaning: 'The contract exists, but it holds no fungible token that this service knows.',
  },
  'not-found': {
    title: 'Not found',
    meaning: 'The service has nothing at this address. It may not serve this kind of data.',
  },
  'token-error': {
    title: 'This token cannot be read',
    meaning:
      'The contract does not answer as a SIP-010 token should. That is permanent: trying again will not help.',
  },
  'locale-not-found': {
    title: 'No text in this locale',
    meaning: 'The token has no metadata in the locale that the address asks for.',
  },
  'metadata-in-progress': {
    title: 'Metadata is still being fetched',
    meaning:
      'The service knows the token and is reading its metadata. It will be here in a moment.',
  },
  'rate-limited': {
    title: 'Too many requests',
    meaning: 'The service asks for a pause before it answers again.',
  },
  unavailable: {
    title: 'The service is not available',
    meaning: 'It answered that it cannot serve this now. Your link is fine.',
  },
  refused: {
    title: 'The service refused this request',
    meaning: 'It gave a reason that this explorer has no words for.',
  },
  offline: {
    title: 'You are offline',
    meaning: 'This device has no connection. What you opened before stays; the rest has to wait.',
  },
  unreachable: {
    title: 'The service cannot be reached',
    meaning: 'Nothing answered at its address. It may be down, or something on the way blocks it.',
  },
  timeout: {
    title: 'The service took too long',
    meaning: 'No answer came in time. It may be busy; your link is fine.',
  },
  unreadable: {
    title: 'The answer was not understood',
    meaning: 'What came is not what the contract promises. It is shown below as it came.',
  },
  changed: {
    title: 'The list changed',
    meaning: 'Records were added or removed while it was read.',
  },
}
