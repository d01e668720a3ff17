import { TriangleAlert } from 'lucide-react'
import { useLocation, useRouteError } from 'react-router-dom'
import { PageHead } from '../PageHead.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

export function CrashPage() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  return (
    <>
      <PageHead title="Something went wrong" status={500} />
      <PageHeader title="Something went wrong" />
      <Notice
        icon={<TriangleAlert size={18} />}
        tone="warn"
        role="alert"
        title="This page could not be shown"
        actions={
          <a href={pathname + search} className="button">
            Reload page
          </a>
        }
      >
        <p>After an update of Cairn, or without a connection, reloading helps.</p>
        {error instanceof Error && <p className="font-mono text-xs">{error.message}</p>}
      </Notice>
    </>
  )
}
