import { Link, useLocation } from 'react-router-dom'
import { decode, searchLink } from '../../links.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { respondWith } from '../../pageLoader.ts'
import { Unknown } from '../../ui/Notice.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

const HEAD: Head = { title: 'Page not found', status: 404 }

export const loader = () => respondWith(HEAD)

export function Component() {
  const { pathname } = useLocation()
  const text = decode(pathname).replace(/^\/+/, '').slice(0, 200)
  return (
    <>
      <PageHead {...HEAD} />
      <PageHeader crumb="404" title="There is no such page" />
      <Unknown
        title={<UntrustedText text={decode(pathname).slice(0, 200)} />}
        actions={
          <>
            <Link to={searchLink(text)} className="button">
              Search for it
            </Link>
            <Link to="/" className="button">
              Home
            </Link>
          </>
        }
      >
        Check the link, or search.
      </Unknown>
    </>
  )
}
