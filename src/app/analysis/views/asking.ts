import { useQuery } from '@tanstack/react-query'
import type { Remote } from 'comlink'
import { useDeferredValue } from 'react'
import type { Paging } from '../../../contract/paging.ts'
import type { Subject } from '../engine/subject.ts'
import type { WholeSet } from '../engine/wholeSet.ts'
import type { Shown } from './address.ts'
import type { ShownSet } from './useWholeSet.ts'

/** What each view of a whole list is given. */
export type ViewProps = {
  shown: ShownSet
  subject: Subject
  /** What the address asks for. */
  asked: Shown
  paging: Paging
  /** The address of the list shown otherwise; from its first row, unless `paging` says more. */
  linkTo: (change: Partial<Shown>, paging?: Paging) => string
  /** The address of the list without any view. */
  path: string
}

/** What the list answers, asked again as more of it is read; the last answer stays, busy, until then. */
export function useAsked<Answer>(
  { id, set, progress }: ShownSet,
  question: unknown[],
  ask: (set: Remote<WholeSet>) => Promise<Answer>,
) {
  const { data, isPlaceholderData } = useQuery<Answer, Error>({
    queryKey: ['whole', id, ...question, progress.read, progress.phase === 'complete'],
    queryFn: () => ask(set),
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === id && previousQuery.queryKey[2] === question[0]
        ? previous
        : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // The list itself holds the answers: they are not held twice.
    gcTime: 0,
    structuralSharing: false,
    retry: false,
    // What reads the list has failed: no waiting would help.
    throwOnError: true,
  })
  // Drawn in slices: what is pressed or typed meanwhile goes first.
  const drawn = useDeferredValue(data)
  return { data: drawn, isBusy: isPlaceholderData || drawn !== data }
}
