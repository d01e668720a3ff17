import { Link, useLocation } from 'react-router-dom'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type PageHandle, respondWith } from '../../pageLoader.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'

export const loader = () => respondWith(HEAD)

export const handle: PageHandle = { parameters: [] }

const HEAD: Head = { title: 'No such page', status: 404 }

/** An address that no page answers. */
export function Component() {
  const { pathname } = useLocation()
  return (
    <div className="space-y-4">
      <PageHead {...HEAD} />
      <PageHeading>No such page</PageHeading>
      <p>
        Nothing is at <code className="font-mono">{pathname}</code>. Addresses here begin with{' '}
        <code className="font-mono">/token/</code>, <code className="font-mono">/tx/</code> or{' '}
        <code className="font-mono">/block/</code>. Search above for a name, an id or a height.
      </p>
      <Link to="/" className="button">
        Go to the start page
      </Link>
    </div>
  )
}
