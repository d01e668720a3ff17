import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useAppContext } from '../../appContext.ts'
import { useAllowedImageHosts } from '../../offline/imageHosts.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type PageHandle, respondWith } from '../../pageLoader.ts'
import { favourites, visits } from '../../search/savedLinks.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useLanguage } from '../../ui/reader.ts'
import { CachedPages, ResponseCount } from './CachedPages.tsx'
import { ForgetButton } from './ForgetButton.tsx'
import { type CacheContents, readCache } from './readCache.ts'

export const loader = () => respondWith(HEAD)

export const handle: PageHandle = { parameters: [] }

const HEAD: Head = {
  title: 'Stored on this device',
  description: 'What Cairn stores in your browser, and how to delete it.',
  path: '/device',
}

/** What Cairn stores in this browser, what of it opens offline, and the button that deletes it. */
export function Component() {
  const queryClient = useQueryClient()
  const { api, origin } = useAppContext()
  const service = new URL(api.baseUrl || '/', origin).href.replace(/\/$/, '')
  const [contents, setContents] = useState<CacheContents>()
  const [outcome, setOutcome] = useState<'forgotten' | 'refused'>()

  // The browser's caches are outside React.
  useEffect(() => {
    void readCache(service).then(setContents)
  }, [service])

  async function forget() {
    setOutcome(undefined)
    try {
      // Imported here because Workbox does not load on the server.
      const { forgetEverything } = await import('../../offline/forgetEverything.ts')
      await forgetEverything(queryClient)
      setOutcome('forgotten')
    } catch {
      setOutcome('refused') // By the browser: its settings say why.
    }
    setContents(await readCache(service))
  }

  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-2">
        <PageHead {...HEAD} />
        <PageHeading>Stored on this device</PageHeading>
        <p className="max-w-3xl text-muted">
          Cairn stores itself and what you read in this browser, so that both open offline. What may
          have changed since then says when it was read. Nothing of this leaves your device. The 500
          responses that you used last stay, for up to 30 days.
        </p>
      </div>
      <Section title="Responses">
        {contents === undefined ? <Counting /> : <Counts contents={contents} />}
      </Section>
      {contents !== undefined && contents.pages.length > 0 && (
        <Section title="Opens offline">
          <CachedPages pages={contents.pages} />
        </Section>
      )}
      <Section title="Remembered">
        <RememberedLinks />
      </Section>
      <Section title="Hosts that may show you images">
        <ImageHosts />
      </Section>
      <Section title="Forget">
        <p className="max-w-3xl">
          Deletes all of the above, Cairn itself, and whatever else this address stored here.
          History and downloads are for you to clear in your browser.
        </p>
        <ForgetButton onForget={forget} />
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
      <p>Counting …</p>
      <noscript>
        <p>Only your browser knows what it stores: to count it, this page needs JavaScript.</p>
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
            , about <Bytes value={bytes} /> with Cairn itself
          </span>
        )}
      </p>
      {responses === 0 && (
        <p>
          What you read is stored from the next page on that you load, where the browser allows it:
          over https, and not in every private window.
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
      ; your theme, and whether keyboard shortcuts are on.
    </p>
  )
}

function ImageHosts() {
  const hosts = useAllowedImageHosts()
  if (hosts.length === 0) {
    return <p>None. An image tells its host who is looking, so you are asked first.</p>
  }
  return (
    <ul className="list-disc ps-5 font-mono text-sm">
      {hosts.map((host) => (
        <li key={host}>{host}</li>
      ))}
    </ul>
  )
}

function Outcome({ outcome }: { outcome: 'forgotten' | 'refused' }) {
  if (outcome === 'refused') {
    return (
      <Notice tone="warning" title="Your browser did not let everything be forgotten">
        <p>Clear the data of this address in its settings.</p>
      </Notice>
    )
  }
  return (
    <Notice tone="information" title="Everything is forgotten">
      <p>Cairn stores what you read again when you next load one of its pages.</p>
    </Notice>
  )
}
