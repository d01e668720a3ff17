import { useLocation, useRouteError } from 'react-router-dom'
import { PageHead } from '../PageHead.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'

/** Shown if a page throws, or if its code cannot be loaded. */
export function CrashPage() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  return (
    <div role="alert" className="space-y-4">
      <PageHead title="Something went wrong" status={500} />
      <PageHeading>Something went wrong</PageHeading>
      <p>
        This page could not be shown. If Cairn was just updated or your connection dropped, reload
        the page. If that does not help, it is a bug in Cairn.
      </p>
      <p className="font-mono text-sm text-muted">
        {error instanceof Error ? error.message : 'unknown error'}
      </p>
      <a href={pathname + search} className="button">
        Reload page
      </a>
    </div>
  )
}
