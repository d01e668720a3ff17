import type { UseQueryResult } from '@tanstack/react-query'
import { Unlink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Reply } from '../../contract/client.ts'
import type { RequestError } from '../../contract/requestError.ts'
import { OtherPages } from '../search/YourPages.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageSkeleton } from '../ui/Skeleton.tsx'
import { Failure, useLastError } from './Failure.tsx'

type Props<Value> = {
  query: UseQueryResult<Reply<Value>, RequestError>
  /** What the page is about, if a reorganisation can take it away. */
  subject?: 'block' | 'transaction' | 'output' | 'rune'
  header?: ReactNode
  skeleton?: ReactNode
  /** What is said if the service has no such thing. */
  unknown?: ReactNode
  children: (value: Value) => ReactNode
}

/** The content of a page, or what is shown in its place while it loads and if it cannot be read. */
export function WhenLoaded<Value>(props: Props<Value>) {
  const { query, subject, header, skeleton = <PageSkeleton />, unknown, children } = props
  const error = useLastError(query)
  if (query.data !== undefined) {
    return (
      <>
        {subject !== undefined && query.error?.kind === 'not-found' && (
          <LeftTheChain subject={subject} />
        )}
        {children(query.data.value)}
      </>
    )
  }
  if (error === null) return skeleton
  return (
    <>
      {header}
      {error.kind === 'not-found' && unknown !== undefined ? (
        <>
          {unknown}
          <OtherPages />
        </>
      ) : (
        <Failure error={error} />
      )}
    </>
  )
}

/** The page was open when blocks were replaced. */
function LeftTheChain({ subject }: { subject: string }) {
  return (
    <div className="mb-4">
      <Notice
        icon={<Unlink size={18} />}
        tone="warn"
        title={`This ${subject} left the chain`}
        role="alert"
      >
        <p>Its block was replaced by another one. What follows is what it was before.</p>
      </Notice>
    </div>
  )
}
