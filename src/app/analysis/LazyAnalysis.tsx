import { lazy, Suspense, useEffect } from 'react'
import { Link, useNavigationType } from 'react-router-dom'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useIsHydrated } from '../ui/useIsHydrated.ts'
import type { Subject } from './engine/subject.ts'
import { MAX_ANALYSED_RECORDS, ViewLinks } from './ViewLinks.tsx'

const AnalysisView = lazy(async () => ({
  default: (await import('./views/AnalysisView.tsx')).AnalysisView,
}))

type Props = {
  subject: Subject
  /** The path of the list's pages. */
  path: string
  total: number | undefined
  /** Whether records may be missing. */
  isIncomplete: boolean
  search: URLSearchParams
}

/** An analysis of all records of a list. It runs only in the browser. */
export function LazyAnalysis({ subject, path, search, ...list }: Props) {
  const { total } = list
  useFocusOnCurrentView()
  const isTooLong = total !== undefined && total > MAX_ANALYSED_RECORDS
  return (
    <div className="space-y-4">
      <ViewLinks subject={subject} path={path} search={search} {...list} />
      {isTooLong ? (
        <Link to={path} className="button">
          Back to the records
        </Link>
      ) : (
        <ReadInBrowser subject={subject} path={path} />
      )}
    </div>
  )
}

function ReadInBrowser({ subject, path }: Pick<Props, 'subject' | 'path'>) {
  const loading = (
    <div className="noscript:hidden">
      <Skeleton lines={12} label="Loading the analysis" />
    </div>
  )
  return (
    <>
      <noscript>
        <p>
          This view loads all records in your browser, which needs JavaScript. The{' '}
          <Link to={path} className="link">
            list of records
          </Link>{' '}
          works without it.
        </p>
      </noscript>
      {useIsHydrated() ? (
        <Suspense fallback={loading}>
          <AnalysisView key={path} subject={subject} path={path} />
        </Suspense>
      ) : (
        loading
      )}
    </>
  )
}

/** Focuses the current view's link after navigation, because the link that was followed is gone. */
function useFocusOnCurrentView(): void {
  const isPushed = useNavigationType() === 'PUSH'
  // The focus is outside React.
  useEffect(() => {
    if (isPushed && document.activeElement === document.body)
      document.querySelector<HTMLElement>('nav[aria-label="Views"] [aria-current]')?.focus()
  }, [isPushed])
}
