import { useLocation } from 'react-router-dom'
import { decode, searchLink } from '../../links.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { pageLoader } from '../../pageLoader.ts'
import { ButtonLink, Unknown } from '../../ui/Notice.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

const HEAD: Head = { title: 'Page not found', status: 404 }

export const loader = pageLoader(() => HEAD)

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
            <ButtonLink to={searchLink(text)}>Search for it</ButtonLink>
            <ButtonLink to="/">Home</ButtonLink>
          </>
        }
      >
        Check the link, or search.
      </Unknown>
    </>
  )
}
