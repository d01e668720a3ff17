import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { tryParse } from '../../contract/json.ts'
import { problemOf } from '../../contract/problems.ts'
import type { RequestError, RequestErrorKind } from '../../contract/requestError.ts'
import { retryOffer } from '../retryPolicy.ts'
import { CurlCommand } from '../sources/CurlCommand.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RawText } from '../ui/RawText.tsx'
import { Time } from '../ui/Time.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import { useIsOffline } from '../ui/useIsOffline.ts'
import { Retry } from './Retry.tsx'

type Props = {
  error: RequestError
  /** Links that may help on this page, such as one to the first page of a list. */
  children?: ReactNode
}

/** Explains why a request failed, offers to retry it, and shows it as a cURL command. */
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
            {error.url !== undefined && <CurlCommand url={error.url} />}
          </>
        }
      >
        <p>{meaning}</p>
        <p className="text-sm">
          <Message error={error} />
        </p>
      </Notice>
      {error.kind === 'unreadable' && error.text !== undefined && (
        <RawText title="Raw response" text={error.text.slice(0, 100_000)} />
      )}
    </div>
  )
}

/** The service's own error message; if there is none, the status of the response. */
function Message({ error: { message, status = 0, text = '' } }: { error: RequestError }) {
  if (status < 400) return message
  const reported = problemOf(status, tryParse(text)).message
  if (reported !== undefined) {
    return (
      <>
        The service reported: <UntrustedText text={reported.slice(0, 500)} />
      </>
    )
  }
  const content = text.trim() === '' ? 'no message' : 'a web page instead of data'
  const origin = status < 502 ? '' : ' It probably came from a proxy, not from the service.'
  return `The response was ${STATUSES[status] ?? status} with ${content}.${origin}`
}

const STATUSES: Record<number, string> = {
  429: '429 (too many requests)',
  500: '500 (internal error)',
  502: '502 (bad gateway)',
  503: '503 (unavailable)',
  504: '504 (gateway timeout)',
}

type StoredDataNoticesProps = {
  query: {
    data: { readAt?: number | undefined } | undefined
    error: RequestError | null
    refetch: () => Promise<unknown>
  }
}

/** Says that data on the page could not be refreshed, or that the response was stored earlier. */
export function StoredDataNotices({ query: { data, error, refetch } }: StoredDataNoticesProps) {
  if (data === undefined) return null
  return (
    <>
      {error && <NotRenewed error={error} />}
      {data.readAt !== undefined && <ReadBefore readAt={data.readAt} onRetry={refetch} />}
    </>
  )
}

/** Says that a refresh failed, and when the data on the page was read. */
function NotRenewed({ error }: { error: RequestError }) {
  const { title } = REASONS[error.kind]
  const tries = retryOffer(error) === 'automatic' ? 'automatic' : 'by hand'
  const query = useQueryClient()
    .getQueryCache()
    .getAll()
    .find(({ state }) => state.error === error)
  return (
    <Notice
      tone="warning"
      title={`Could not refresh: ${title.toLowerCase()}`}
      actions={<Retry error={error} tries={tries} label="Refresh" />}
    >
      {query !== undefined && (
        <p>
          Retrieved <Time milliseconds={query.state.dataUpdatedAt} />.
        </p>
      )}
    </Notice>
  )
}

type ReadBeforeProps = { readAt: number; onRetry: () => Promise<unknown> }

/** Says that the page shows a stored response because the request failed, and how old it is. */
function ReadBefore({ readAt, onRetry }: ReadBeforeProps) {
  const isOffline = useIsOffline()
  const [hasTried, setHasTried] = useState(false)
  async function tryAgain() {
    setHasTried(false)
    await onRetry()
    setHasTried(true)
  }
  return (
    <Notice tone="information" title="Showing stored data">
      <p>
        Retrieved <Time milliseconds={readAt} />.{' '}
        {isOffline
          ? 'You are offline. The page refreshes when the connection returns.'
          : 'Newer data did not arrive in time.'}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="button" onClick={tryAgain}>
          Refresh
        </button>
        <p role="status">{hasTried && 'Tried again without success.'}</p>
      </div>
    </Notice>
  )
}

type Reason = { title: string; meaning: string }

const REASONS: Record<RequestErrorKind, Reason> = {
  'bad-request': {
    title: 'The service refused this request',
    meaning: 'The service does not accept a value in this URL.',
  },
  'contract-not-found': {
    title: 'Contract not found',
    meaning:
      'The service has no contract with this principal. The contract may not be indexed, or the principal may have a typo.',
  },
  'token-not-found': {
    title: 'No token in this contract',
    meaning: 'The contract exists, but the service found no fungible token in it.',
  },
  'not-found': {
    title: 'Not found',
    meaning: 'The service has nothing at this URL. It may not serve this kind of data.',
  },
  'token-error': {
    title: 'This token cannot be read',
    meaning:
      'The contract does not respond as a SIP-010 token should. This is permanent: retrying will not help.',
  },
  'locale-not-found': {
    title: 'No text in this locale',
    meaning: 'The token has no metadata in the requested locale.',
  },
  'metadata-in-progress': {
    title: 'Metadata is still being fetched',
    meaning:
      'The service knows the token and is still fetching its metadata. It will be available soon.',
  },
  'rate-limited': {
    title: 'Too many requests',
    meaning: 'The service limits how many requests you can send. Wait before you try again.',
  },
  unavailable: {
    title: 'The service is unavailable',
    meaning: 'It cannot serve this page right now. Your link is fine.',
  },
  refused: {
    title: 'The service refused this request',
    meaning: 'Any reason that it gave is shown below.',
  },
  offline: {
    title: 'You are offline',
    meaning: 'This device has no connection. Only pages that you have viewed before are available.',
  },
  unreachable: {
    title: 'The service cannot be reached',
    meaning:
      'There was no response. The service may be down, or something may be blocking the connection.',
  },
  timeout: {
    title: 'The service took too long to respond',
    meaning: 'The request timed out. The service may be busy; your link is fine.',
  },
  unreadable: {
    title: 'The response could not be read',
    meaning: 'The response does not match the API contract. It is shown unchanged below.',
  },
  changed: {
    title: 'The list changed',
    meaning: 'Records were added or removed while it was loading.',
  },
}
