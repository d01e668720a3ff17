import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Reply } from '../../contract/client.ts'
import type { RequestError } from '../../contract/requestError.ts'
import { PageSkeleton } from '../ui/Skeleton.tsx'
import { Failure, useLastError } from './Failure.tsx'

type Props<Value> = {
  query: UseQueryResult<Reply<Value>, RequestError>
  header?: ReactNode
  skeleton?: ReactNode
  /** What is said if the service has no such thing. */
  unknown?: ReactNode
  children: (value: Value) => ReactNode
}

/** The content of a page, or what is shown in its place while it loads and if it cannot be read. */
export function WhenLoaded<Value>(props: Props<Value>) {
  const { query, header, skeleton = <PageSkeleton />, unknown, children } = props
  const error = useLastError(query)
  if (query.data !== undefined) return children(query.data.value)
  if (error === null) return skeleton
  return (
    <>
      {header}
      {error.kind === 'not-found' && unknown !== undefined ? unknown : <Failure error={error} />}
    </>
  )
}
