import { useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLive } from '../layout/live.ts'
import { announce } from '../ui/announcer.tsx'
import { Numeral, useFormatCount } from '../ui/numbers.tsx'
import { SearchLink } from './SearchLink.tsx'

type Props = {
  /** How many entries are new. */
  count: number
  /** When the shown entries were read. */
  readAt: number
}

/** "3 new", or "Blocks were replaced": shows the entries as they are now. New rows would move those that are read. */
export function NewRows({ count, readAt }: Props) {
  const queryClient = useQueryClient()
  const formatCount = useFormatCount()
  const isReplaced = useReplacements(readAt)
  const text = isReplaced ? 'Blocks were replaced' : count > 0 ? `${formatCount(count)} new` : ''
  useEffect(() => {
    if (text !== '') announce(text)
  }, [text])
  if (text === '') return null
  return (
    <SearchLink
      changes={{}}
      onClick={() => void queryClient.invalidateQueries()}
      className="inline-flex items-center gap-1 rounded-sm align-middle font-medium whitespace-nowrap text-accent hover:underline pointer-coarse:thumb-target"
    >
      <ArrowUp size={14} aria-hidden="true" />
      <span>
        {isReplaced ? (
          text
        ) : (
          <>
            <Numeral name="list.new" value={count} /> new
          </>
        )}
      </span>
    </SearchLink>
  )
}

/** Whether blocks were replaced since the entries were read. */
function useReplacements(readAt: number): boolean {
  const { reorganisations } = useLive()
  const [seen, setSeen] = useState({ readAt, reorganisations })
  if (seen.readAt !== readAt) setSeen({ readAt, reorganisations })
  return seen.readAt === readAt && seen.reorganisations < reorganisations
}
