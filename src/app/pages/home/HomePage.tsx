import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs } from 'react-router-dom'
import { type About, DIRECTORY_PATHS, type IndexedBlock } from '../../../contract/directory.ts'
import { useApi } from '../../appContext.ts'
import { blockLink, tokenLink, transactionLink } from '../../links.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { aboutQuery } from '../../queries.ts'
import { SearchBox } from '../../search/SearchBox.tsx'
import { Count, Numeral } from '../../ui/numbers.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Time } from '../../ui/Time.tsx'
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
          An explorer for SIP-010 tokens on Stacks and rune activity on Bitcoin. Every view has a
          link that you can share.
        </p>
        <div className="flex max-w-3xl">
          <SearchBox
            size="large"
            label="Search tokens, transactions, blocks and runes"
            placeholder="Principal, transaction, block, rune or name"
          />
        </div>
      </section>
      <section aria-labelledby="examples" className="space-y-3">
        <h2 id="examples" className="text-xl font-semibold">
          Examples
        </h2>
        <div className="grid gap-4 lg:grid-cols-3">
          {EXAMPLES.map(({ title, links }) => (
            <div key={title} className="panel px-4 py-3">
              <h3 className="text-sm font-semibold text-muted">{title}</h3>
              <ul className="divide-y divide-line">
                {links.map(({ to, name, why }) => (
                  <li key={to} className="py-2">
                    <Link to={to} className="link font-semibold">
                      {name}
                    </Link>
                    <p className="text-sm text-muted">{why}</p>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </section>
      <SavedPages />
      {about !== undefined && <Holdings about={about} />}
    </div>
  )
}

function Holdings({ about }: { about: About }) {
  const isSample = (block: IndexedBlock) => block.block_height === about.samples.block_height
  const blocks = about.blocks.toSorted((a, b) => Number(isSample(a)) - Number(isSample(b)))
  return (
    <section aria-labelledby="holdings" className="space-y-3">
      <h2 id="holdings" className="text-xl font-semibold">
        Data on this server
      </h2>
      <p>
        <Count value={about.tokens} one="token" />, <Count value={about.runes} one="rune" /> and{' '}
        <Count value={about.records} one="activity record" />
        {about.source === 'snapshot' && ', not counting the samples'}.
      </p>
      {about.newest_record !== undefined && (
        <p>
          Newest record: <Time milliseconds={about.newest_record * 1000} />
        </p>
      )}
      <h3 className="font-semibold">Newest blocks</h3>
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {blocks.map((block) => (
          <BlockLine key={block.block_height} block={block} isSample={isSample(block)} />
        ))}
      </ul>
      <ul className="max-w-4xl list-disc space-y-1 ps-5 text-sm text-muted">
        {[...about.notes, ...(about.sources ?? [])].map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  )
}

function BlockLine({ block, isSample }: { block: IndexedBlock; isSample: boolean }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-1.5">
      <span>
        <Link to={blockLink(block.block_height)} className="link font-semibold">
          Block <Numeral value={block.block_height} />
        </Link>
        {isSample && <span className="ms-2 text-sm text-muted">sample, not on any chain</span>}
      </span>
      <span>
        <Count value={block.total} one="record" />
      </span>
      <span className="w-full text-sm text-muted">
        <Time milliseconds={block.timestamp * 1000} />
      </span>
    </li>
  )
}

const SAMPLE = 'ST000000000000000000002AMW42H.cairn-sample-localized'

const EXAMPLES = [
  {
    title: 'Tokens',
    links: [
      {
        to: tokenLink('SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'),
        name: 'LONGcoin',
        why: 'A supply with more digits than a floating-point number can hold.',
      },
      {
        to: tokenLink('SP2F4QC563WN0A0949WPH5W1YXVC4M1R46QKE0G14.memegoatstx'),
        name: 'memegoatstx',
        why: 'Complete metadata, images on three hosts.',
      },
      {
        to: tokenLink('SP3V5E10PAR6BJQTC8S5ECX9JKVKR36DMQTD02SVQ.unity-hub'),
        name: 'Unity Hub',
        why: 'Claims to have 100,000 decimals.',
      },
      {
        to: tokenLink(SAMPLE, 'ar', 'en'),
        name: 'A sample in Arabic and English',
        why: 'Made by Cairn: five locales, every kind of attribute.',
      },
    ],
  },
  {
    title: 'Transactions',
    links: [
      {
        to: transactionLink('1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'),
        name: 'An airdrop of DOG•GO•TO•THE•MOON',
        why: '4,444 records in one transaction.',
      },
      {
        to: transactionLink('2bb85f4b004be6da54f766c17c1e855187327112c231ef2ff35ebad0ea67c69e'),
        name: 'The first etching',
        why: 'Rune 840000:1, with its premine.',
      },
      {
        to: transactionLink('7430609f039d4bc92a1f20fc6e49d5633b61c2a92ba68a93ea0dc1b59a3f3b50'),
        name: 'A mint and its transfer',
        why: 'Mint, receive and send in one transaction.',
      },
    ],
  },
  {
    title: 'Blocks',
    links: [
      { to: blockLink(849_250), name: 'Block 849,250', why: '4,756 mints of one rune.' },
      {
        to: blockLink(840_006),
        name: 'Block 840,006',
        why: 'A mix of etchings, mints and transfers.',
      },
      { to: blockLink(840_000), name: 'Block 840,000', why: 'The first block with runes.' },
      {
        to: blockLink(999_999_999),
        name: 'A sample block',
        why: 'Made by Cairn: 20,000 records of every kind.',
      },
    ],
  },
]
