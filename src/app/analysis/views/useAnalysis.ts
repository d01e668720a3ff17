import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Remote } from 'comlink'
import { startTransition, useDeferredValue, useEffect, useState } from 'react'
import { useAppContext } from '../../appContext.ts'
import type { Analysis } from '../engine/analysis.ts'
import type { Progress } from '../engine/listReader.ts'
import { startAnalysis } from '../engine/startAnalysis.ts'
import type { Subject } from '../engine/subject.ts'

/** The worker that analyses a list, and how much of the list it has read. */
export type RunningAnalysis = { id: number; worker: Remote<Analysis>; progress: Progress }

type State = RunningAnalysis | { error: Error } | undefined

let nextId = 0

/** Analyses a list while the component is mounted. The component must be keyed by the list. */
export function useAnalysis(subject: Subject): State {
  const { api, origin } = useAppContext()
  const service = new URL(api.baseUrl || '/', origin).href
  const [state, setState] = useState<State>()
  // The worker is outside React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the component is keyed by the list.
  useEffect(() => {
    const id = nextId++
    const { analysis: worker, stop } = startAnalysis(subject, service, {
      onProgress: (progress) => startTransition(() => setState({ id, worker, progress })),
      onError: (error) => setState({ error }),
    })
    return stop
  }, [service])
  return state
}

/**
 * The result of a query to the worker, for the records read so far. Returns the previous result with
 * `isBusy` until the next one arrives.
 * @param key the name of the query and everything that it depends on.
 */
export function useAnalysisQuery<Result>(
  { id, worker, progress }: RunningAnalysis,
  key: unknown[],
  query: (worker: Remote<Analysis>) => Promise<Result>,
) {
  const { data, isPlaceholderData } = useQuery<Result, Error>({
    queryKey: ['analysis', id, progress.revision, ...key],
    queryFn: () => query(worker),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // The worker has the data. The page caches only what it shows.
    gcTime: 0,
    structuralSharing: false,
    retry: false,
    throwOnError: true,
  })
  // Input has priority over rendering rows.
  const shown = useDeferredValue(data)
  return { data: shown, isBusy: isPlaceholderData || shown !== data }
}
