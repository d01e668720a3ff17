import { Link, useLocation } from 'react-router-dom'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type PageHandle, respondWith } from '../../pageLoader.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'

export const loader = () => respondWith(HEAD)

export const handle: PageHandle = { parameters: [] }

const HEAD: Head = { title: 'Page not found', status: 404 }

/** Shown for an address that matches no page. */
export function Component() {
  const { pathname } = useLocation()
  return (
    <div className="space-y-4">
      <PageHead {...HEAD} />
      <PageHeading>Page not found</PageHeading>
      <p>
        There is no page at <code className="font-mono">{pathname}</code>. Most URLs begin with{' '}
        <code className="font-mono">/token/</code>, <code className="font-mono">/rune/</code>,{' '}
        <code className="font-mono">/address/</code>, <code className="font-mono">/tx/</code> or{' '}
        <code className="font-mono">/block/</code>. You can also search for a name, an id or a
        height.
      </p>
      <Link to="/" className="button">
        Go to the home page
      </Link>
    </div>
  )
}
