import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RequestError } from '../../contract/requestError.ts'
import { retryOffer } from '../retryPolicy.ts'
import { Notice } from '../ui/Notice.tsx'
import { Time } from '../ui/Time.tsx'
import { useIsOffline } from '../ui/useIsOffline.ts'
import { FAILURE_TEXTS } from './failureTexts.ts'
import { Retry } from './Retry.tsx'

type Props = {
  query: {
    data: { readAt?: number | undefined } | undefined
    error: RequestError | null
    refetch: () => Promise<unknown>
  }
}

/** Says that data on the page could not be refreshed, or that the response was stored earlier. */
export function StoredDataNotices({ query: { data, error, refetch } }: Props) {
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
  const { title } = FAILURE_TEXTS[error.kind]
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
        {readAt > 0 && (
          <>
            Retrieved <Time milliseconds={readAt} />.{' '}
          </>
        )}
        {isOffline
          ? 'You are offline. The page refreshes when the connection returns.'
          : 'No newer data has been retrieved yet.'}
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
