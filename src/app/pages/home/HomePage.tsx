import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs } from 'react-router-dom'
import { type About, DIRECTORY_PATHS, type IndexedBlock } from '../../../contract/directory.ts'
import { EXAMPLES } from '../../../contract/examples.ts'
import { useApi } from '../../appContext.ts'
import { blockLink, blocksLink, HOLDINGS_ANCHOR, runesLink, tokensLink } from '../../links.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { aboutQuery } from '../../queries/directory.ts'
import { SearchBox } from '../../search/SearchBox.tsx'
import { IndexedUpTo } from '../../sources/IndexedUpTo.tsx'
import { LiveSource } from '../../sources/LiveSource.tsx'
import { Count, Numeral } from '../../ui/numbers.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Time } from '../../ui/Time.tsx'
import { ExampleLinks } from './ExampleLinks.tsx'
import { SavedPages } from './SavedPages.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const { api, load } = context.get(sourceContext)
  await load(aboutQuery(api))
  return respondWith(HEAD)
}

export const handle: PageHandle = { parameters: [], dataPath: () => DIRECTORY_PATHS.about }

const HEAD: Head = {
  title: 'Tokens and rune activity',
  path: '/',
  dataPath: DIRECTORY_PATHS.about,
}

/** The introduction, examples, the saved pages and what data the service has. */
export function Component() {
  const { data: about } = useQuery(aboutQuery(useApi()))
  return (
    <div className="space-y-12">
      <section className="space-y-4 pt-4 sm:pt-10">
        <PageHead {...HEAD} />
        <PageHeading>Tokens and runes, exact to the last digit</PageHeading>
        <p className="max-w-2xl text-lg text-muted">
          An explorer for SIP-010 tokens on Stacks and runes on Bitcoin. Every view has a link that
          you can share.
        </p>
        <div className="flex max-w-3xl">
          <SearchBox size="large" />
        </div>
      </section>
      <ListLinks about={about} />
      <ExampleLinks examples={about?.examples ?? EXAMPLES} about={about} />
      <SavedPages />
      {about !== undefined && <Holdings about={about} />}
    </div>
  )
}

/** The ways into the lists. The counts change with every block, so only this page has them. */
function ListLinks({ about }: { about: About | undefined }) {
  const lists = [
    { to: tokensLink(), name: 'Tokens', count: about?.tokens, what: 'SIP-010 tokens on Stacks' },
    { to: runesLink(), name: 'Runes', count: about?.runes, what: 'Bitcoin runes, newest first' },
    { to: blocksLink(), name: 'Blocks', what: 'Bitcoin blocks with rune activity' },
  ]
  return (
    <nav aria-label="Lists" className="grid gap-4 sm:grid-cols-3">
      {lists.map(({ to, name, count, what }) => (
        <Link
          key={to}
          to={to}
          className="panel flex flex-wrap items-baseline gap-x-2 px-4 py-3 hover:border-accent"
        >
          <span className="link text-lg font-semibold">{name}</span>
          {count !== undefined && (
            <span className="text-muted">
              <Numeral value={count} />
            </span>
          )}
          <span className="w-full text-sm text-muted">{what}</span>
        </Link>
      ))}
    </nav>
  )
}

function Holdings({ about }: { about: About }) {
  const newest = about.blocks
    .filter(({ block_height }) => block_height !== about.samples.block_height)
    .slice(0, MAX_NEWEST_BLOCKS)
  return (
    <section aria-labelledby={HOLDINGS_ANCHOR} className="space-y-3">
      <h2 id={HOLDINGS_ANCHOR} className="text-xl font-semibold">
        Data in this service
      </h2>
      <p>
        <LiveSource about={about} />
        <Count value={about.tokens} one="token" />, <Count value={about.runes} one="rune" /> and{' '}
        <Count value={about.records} one="rune record" />
        {about.source === 'snapshot' && ', not counting the samples'}.
      </p>
      {about.newest_record !== undefined && (
        <p>
          {about.source === 'database' ? (
            <IndexedUpTo about={about} />
          ) : (
            <>
              Newest record: <Time milliseconds={about.newest_record * 1000} />
            </>
          )}
        </p>
      )}
      <h3 className="font-semibold">Newest blocks</h3>
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {newest.map((block) => (
          <BlockLine key={block.block_height} block={block} />
        ))}
      </ul>
      <Link to={blocksLink()} className="button">
        All blocks
      </Link>
      <ul className="max-w-4xl list-disc space-y-1 ps-5 text-sm text-muted">
        {[...about.notes, ...(about.sources ?? [])].map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  )
}

const MAX_NEWEST_BLOCKS = 8

function BlockLine({ block }: { block: IndexedBlock }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-1.5">
      <Link to={blockLink(block.block_height)} className="link font-semibold">
        Block <Numeral value={block.block_height} />
      </Link>
      <span>
        <Count value={block.total} one="record" />
      </span>
      <span className="w-full text-sm text-muted">
        <Time milliseconds={block.timestamp * 1000} />
      </span>
    </li>
  )
}
