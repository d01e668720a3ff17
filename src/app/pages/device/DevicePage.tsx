import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useAppContext } from '../../appContext.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type PageHandle, respondWith } from '../../pageLoader.ts'
import { favourites, visits } from '../../search/savedLinks.ts'
import { useAgreedImageHosts } from '../../ui/allowedImageHosts.ts'
import { useLanguage } from '../../ui/language.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { CachedPages, ResponseCount } from './CachedPages.tsx'
import { DeleteButton } from './DeleteButton.tsx'
import { type CacheContents, readCache } from './readCache.ts'

export const loader = () => respondWith(HEAD)

export const handle: PageHandle = { parameters: [] }

const HEAD: Head = {
  title: 'Stored on this device',
  description: 'What Cairn stores in your browser, and how to delete it.',
  path: '/device',
}

/** What Cairn stores in this browser, which pages open offline, and a button that deletes everything. */
export function Component() {
  const queryClient = useQueryClient()
  const { api, origin } = useAppContext()
  const service = new URL(api.baseUrl || '/', origin).href.replace(/\/$/, '')
  const [contents, setContents] = useState<CacheContents>()
  const [outcome, setOutcome] = useState<'deleted' | 'refused'>()

  // The browser's caches are outside React.
  useEffect(() => {
    void readCache(service).then(setContents)
  }, [service])

  async function forget() {
    setOutcome(undefined)
    try {
      // Imported here because Workbox does not load on the server.
      const { deleteStoredData } = await import('../../offline/deleteStoredData.ts')
      await deleteStoredData(queryClient)
      setOutcome('deleted')
    } catch {
      setOutcome('refused') // By the browser, for example because of its settings.
    }
    setContents(await readCache(service))
  }

  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-2">
        <PageHead {...HEAD} />
        <PageHeading>Stored on this device</PageHeading>
        <p className="max-w-3xl text-muted">
          In this browser, Cairn stores its own files and the data that you view, so that pages open
          offline. If stored data may be out of date, the page shows when it was retrieved. None of
          this leaves your device, except your theme, which a cookie sends to this site. The 500
          most recently used responses are stored for up to 30 days.
        </p>
      </div>
      <Section title="Responses">
        {contents === undefined ? <Counting /> : <Counts contents={contents} />}
      </Section>
      {contents !== undefined && contents.pages.length > 0 && (
        <Section title="Available offline">
          <CachedPages pages={contents.pages} />
        </Section>
      )}
      <Section title="Saved pages and settings">
        <RememberedLinks />
      </Section>
      <Section title="Allowed image hosts">
        <ImageHosts />
      </Section>
      <Section title="Delete stored data">
        <p className="max-w-3xl">
          Deletes all of the above, Cairn’s own files, and anything else that this site stored in
          your browser. It does not delete your browsing history or downloads.
        </p>
        <DeleteButton onForget={forget} />
        <div role="status">{outcome !== undefined && <Outcome outcome={outcome} />}</div>
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Counting() {
  return (
    <>
      <p>Counting…</p>
      <noscript>
        <p>This page needs JavaScript to count what your browser stores.</p>
      </noscript>
    </>
  )
}

function Counts({ contents: { responses, bytes } }: { contents: CacheContents }) {
  return (
    <>
      <p>
        <strong className="text-lg">
          <ResponseCount value={responses} />
        </strong>
        {responses > 0 && bytes !== undefined && (
          <span className="text-muted">
            , about <Bytes value={bytes} /> including Cairn’s own files
          </span>
        )}
      </p>
      {responses === 0 && (
        <p>
          Storing starts at the next page load, if your browser allows it. It requires HTTPS, and
          some browsers do not allow it in private windows.
        </p>
      )}
    </>
  )
}

/** A size to one decimal, in kB below a megabyte. */
function Bytes({ value }: { value: number }) {
  const [size, unit] = value < 1_000_000 ? [1000, 'kilobyte'] : [1_000_000, 'megabyte']
  const format = new Intl.NumberFormat(useLanguage(), {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
    numberingSystem: 'latn',
  })
  return <span className="whitespace-nowrap tabular-nums">{format.format(value / size)}</span>
}

function RememberedLinks() {
  const favouriteCount = favourites.use().length
  const visitCount = visits.use().length
  return (
    <p>
      <Numeral value={favouriteCount} /> {favouriteCount === 1 ? 'favourite' : 'favourites'} and{' '}
      <Numeral value={visitCount} /> recently viewed {visitCount === 1 ? 'page' : 'pages'}, listed{' '}
      <Link to="/" className="link">
        on the home page
      </Link>
      ; also your theme, your time format, and whether keyboard shortcuts are on.
    </p>
  )
}

function ImageHosts() {
  const hosts = useAgreedImageHosts()
  if (hosts.length === 0) {
    return (
      <p>
        None. Loading an image reveals your IP address to its host, so Cairn asks first, except for
        hosts that the operator of this site trusts.
      </p>
    )
  }
  return (
    <ul className="list-disc ps-5 font-mono text-sm">
      {hosts.map((host) => (
        <li key={host}>{host}</li>
      ))}
    </ul>
  )
}

function Outcome({ outcome }: { outcome: 'deleted' | 'refused' }) {
  if (outcome === 'refused') {
    return (
      <Notice tone="warning" title="Your browser did not delete everything">
        <p>Delete the data of this site in the settings of your browser.</p>
      </Notice>
    )
  }
  return (
    <Notice tone="information" title="Stored data deleted">
      <p>Storing starts again at the next page load.</p>
    </Notice>
  )
}
