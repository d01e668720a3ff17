import { useLocation, useRouteError } from 'react-router-dom'
import { PageHead } from '../PageHead.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'

/** Shown where a page fails in our own code, or its code cannot be loaded. */
export function CrashPage() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  return (
    <div role="alert" className="space-y-4">
      <PageHead title="This page failed" status={500} />
      <PageHeading>This page failed</PageHeading>
      <p>
        The page could not be shown. If Cairn was updated or the connection broke while you were
        reading, loading it again helps; if not, it is a fault in Cairn.
      </p>
      <p className="font-mono text-sm text-muted">
        {error instanceof Error ? error.message : 'unknown error'}
      </p>
      <a href={pathname + search} className="button">
        Load this page again
      </a>
    </div>
  )
}
