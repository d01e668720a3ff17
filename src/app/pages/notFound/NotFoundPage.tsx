import { definePage } from '../../definePage.tsx'
import { decodePercentEscapes, searchLink } from '../../links.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { OtherPages } from '../../search/YourPages.tsx'
import { ButtonLink, Unknown } from '../../ui/Notice.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

export const { loader, Component, handle } = definePage({
  parameters: [],
  read: ({ pathname }) => decodePercentEscapes(pathname),
  loader: () => HEAD,
  Component: NotFoundPage,
})

const HEAD: Head = { title: 'Page not found', status: 404 }

function NotFoundPage({ page: path }: { page: string }) {
  const text = path.replace(/^\/+/, '').slice(0, 200)
  return (
    <>
      <PageHead {...HEAD} />
      <PageHeader title="There is no such page" />
      <Unknown
        title={<UntrustedText text={path.slice(0, 200)} />}
        actions={<ButtonLink to={searchLink(text)}>Search for it</ButtonLink>}
      >
        Check the link, or search.
      </Unknown>
      <OtherPages />
    </>
  )
}
