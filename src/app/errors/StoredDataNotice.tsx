import { useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { RequestError } from '../../contract/requestError.ts'
import { Numeral } from '../ui/numbers.tsx'
import { Age } from '../ui/Time.tsx'
import { FAILURES } from './failures.ts'

type Props = {
  query: {
    data: { age?: number | undefined; block?: number | undefined } | undefined
    dataUpdatedAt: number
    error: RequestError | null
  }
}

/** A line that says that the page shows earlier data, of which block, since when, and why. */
export function StoredDataNotice({ query: { data, error, dataUpdatedAt } }: Props) {
  const queryClient = useQueryClient()
  if (data === undefined || (error === null && data.age === undefined)) return null
  const readAt = dataUpdatedAt / 1000 - (data.age ?? 0)
  return (
    <p className="mb-3 flex min-h-8 flex-wrap items-center gap-x-2 rounded-md bg-warn-soft px-3 text-sm text-warn">
      <History size={16} aria-hidden="true" />
      <span>
        {error === null ? 'Stored' : `${FAILURES[error.kind].title} · stored`}
        {data.block !== undefined && (
          <>
            {' '}
            at block <Numeral name="stored.block_height" value={data.block} />
          </>
        )}
        {dataUpdatedAt > 0 && (
          <>
            {' '}
            · <Age name="stored.timestamp" seconds={readAt} isLong />
          </>
        )}
      </span>
      <button
        type="button"
        className="link"
        onClick={() => void queryClient.refetchQueries({ type: 'active' })}
      >
        Refresh
      </button>
    </p>
  )
}
