import type { ReactNode } from 'react'
import { tryParse } from '../../contract/json.ts'
import { problemOf } from '../../contract/problems.ts'
import type { RequestError } from '../../contract/requestError.ts'
import { retryOffer } from '../retryPolicy.ts'
import { CurlCommand } from '../sources/CurlCommand.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RawText } from '../ui/RawText.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import { FAILURE_TEXTS } from './failureTexts.ts'
import { Retry } from './Retry.tsx'

type Props = {
  error: RequestError
  /** Links that may help on this page, such as one to the first page of a list. */
  children?: ReactNode
}

/** Explains why a request failed, offers to retry it, and shows it as a cURL command. */
export function Failure({ error, children }: Props) {
  const { title, meaning } = FAILURE_TEXTS[error.kind]
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
