import { useQuery } from '@tanstack/react-query'
import { pathTo } from '../../../contract/client.ts'
import type { RequestError } from '../../../contract/requestError.ts'
import type { About } from '../../../contract/schemas/chain.ts'
import { type Follower, followerReason } from '../../../contract/schemas/follower.ts'
import { definePage } from '../../definePage.tsx'
import { WhenLoaded } from '../../errors/WhenLoaded.tsx'
import { blockLink } from '../../links.ts'
import { type Head, PageHead, pageStatus } from '../../PageHead.tsx'
import { aboutQuery, endpointQuery } from '../../query.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Id } from '../../ui/Id.tsx'
import { Count, Numeral } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { countStat, StatStrip } from '../../ui/StatStrip.tsx'
import { Time } from '../../ui/Time.tsx'

export const { loader, Component, handle } = definePage({
  parameters: [],
  read: () => undefined,
  loader: async (_, load) => {
    const about = await load(aboutQuery)
    if (about.data?.value.tokens.network !== undefined) await load(tokensStatusQuery)
    return aboutHead(about.error)
  },
  dataPath: () => pathTo('about', {}),
  Component: AboutPage,
})

/** For the newest Stacks block. The service caches `about`, and a new Stacks block does not invalidate that. */
const tokensStatusQuery = endpointQuery('tokensStatus', {})

function AboutPage() {
  const query = useQuery(aboutQuery)
  return (
    <>
      <PageHead {...aboutHead(query.error)} />
      <WhenLoaded query={query} header={<PageHeader crumb="Cairn" title="About this index" />}>
        {(about) => <Index about={about} />}
      </WhenLoaded>
    </>
  )
}

function aboutHead(error: RequestError | null): Head {
  return {
    title: 'About this index',
    description: 'What this index contains, and how it was made.',
    path: '/about',
    dataPath: pathTo('about', {}),
    ...pageStatus(error),
  }
}

const NETWORKS: Record<string, string> = {
  main: 'Bitcoin',
  test: 'Bitcoin testnet',
  testnet4: 'Bitcoin testnet 4',
  signet: 'Bitcoin signet',
  regtest: 'Bitcoin regtest',
}

function Index({ about }: { about: About }) {
  const { version, network, tip, runes, addresses, transactions, records, tokens } = about
  return (
    <>
      <PageHeader
        crumb={`Cairn ${version}`}
        title="About this index"
        meta={<span>{NETWORKS[network] ?? network}</span>}
      />
      <StatStrip
        stats={[
          tip && countStat('Newest block', { name: 'index.block_height', count: tip.block_height }),
          countStat('Runes', { name: 'index.runes', count: runes }),
          countStat('Rune transactions', { name: 'index.transactions', count: transactions }),
          countStat('Records', { name: 'index.records', count: records }),
          {
            ...countStat('Addresses', { name: 'index.addresses', count: addresses }),
            wideNote: 'ever held runes',
          },
          countStat('Tokens', { name: 'tokens.total', count: tokens.total }),
        ]}
      />
      <div className="mt-8 grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_30rem]">
        <HowItWasMade about={about} />
        <section aria-label="Facts" className="lg:order-last">
          <h2 className="mb-2 text-lg font-semibold">What it contains</h2>
          <Contents about={about} />
        </section>
      </div>
    </>
  )
}

const SOURCES = {
  node: 'A Bitcoin node, block by block',
  bundled: 'Six real blocks, shipped with Cairn',
  demo: 'A simulated chain, invented for trying out',
}

function Contents({ about }: { about: About }) {
  const { source, coverage, tip, verified, tokens, follower } = about
  return (
    <Facts
      facts={{
        Source: SOURCES[source],
        State: source !== 'bundled' && follower && <State about={about} follower={follower} />,
        Blocks: coverage && (
          <>
            <Numeral name="index.from" value={coverage.from} /> to{' '}
            <Numeral name="index.to" value={coverage.to} />
            <span className="block text-muted">
              {coverage.is_complete
                ? 'From the first block that can have runes'
                : 'Runes etched before these are missing or incomplete'}
            </span>
          </>
        ),
        'Newest block': tip && (
          <>
            <Id text={tip.block_hash} to={blockLink(tip.block_height)} />
            <span className="block text-muted">
              <Time name="index.timestamp" seconds={tip.timestamp} />
            </span>
          </>
        ),
        Tokens: (
          <>
            {tokens.network === undefined ? tokensText(tokens) : <NodeTokens about={about} />}
            <KnownOfTokens tokens={tokens} />
          </>
        ),
        Proof: verified && (
          <>
            <Count name="verified.runes" value={verified.runes} one="rune" /> proved up to block{' '}
            <Numeral name="verified.block_height" value={verified.block_height} />
            <span className="block text-muted">
              <Time name="verified.timestamp" seconds={verified.at} />
            </span>
          </>
        ),
      }}
    />
  )
}

type StateProps = { about: About; follower: Follower }

function State({ about: { is_live, indexing }, follower }: StateProps) {
  const { state, reason, block_height } = follower
  return (
    <>
      {STATES[is_live ? 'live' : state]}
      {reason !== undefined && (
        <span className="block text-muted">
          {followerReason(reason, 'Bitcoin')}
          {block_height !== undefined && (
            <>
              {' '}
              Block <Numeral name="follower.block_height" value={block_height} />.
            </>
          )}
        </span>
      )}
      {indexing !== undefined && (
        <span className="block text-muted">
          Block <Numeral name="indexing.block_height" value={indexing.block_height} /> of{' '}
          <Numeral name="indexing.target" value={indexing.target} />
        </span>
      )}
    </>
  )
}

const STATES = {
  live: 'Follows the node',
  following: 'Catches up with the node',
  waiting: 'Waits, and tries again',
  stopped: 'Has stopped',
}

function KnownOfTokens({ tokens: { total, with_supply, with_metadata } }: Pick<About, 'tokens'>) {
  if (total === 0) return null
  return (
    <span className="block text-muted">
      Of <Count name="tokens.total" value={total} one="token" />,{' '}
      <Numeral name="tokens.with_supply" value={with_supply} /> {haveOf(with_supply)} a supply here
      and <Numeral name="tokens.with_metadata" value={with_metadata} /> {haveOf(with_metadata)}{' '}
      metadata
    </span>
  )
}

function haveOf(count: number): string {
  return count === 1 ? 'has' : 'have'
}

function tokensText({ snapshot_date }: About['tokens']): string {
  return snapshot_date === undefined ? 'As imported' : `As in a snapshot of ${snapshot_date}`
}

function tokensOrigin({ tokens: { network, snapshot_date }, source }: About): string {
  if (source === 'demo') return ', here invented ones, which Cairn calls through a simulated node'
  if (network !== undefined) return ', which Cairn calls through a node'
  return snapshot_date === undefined ? '' : ` (snapshot of ${snapshot_date})`
}

function NodeTokens({ about: { tokens, source } }: { about: About }) {
  const { network, follower, snapshot_date, documents } = tokens
  const newest = useQuery(tokensStatusQuery).data?.value.chain_tip
  const reason = follower?.reason
  return (
    <>
      {source === 'demo'
        ? 'Invented, from a simulated Stacks node'
        : `From a Stacks node${network === 'testnet' ? ' on testnet' : ''}`}
      {newest && (
        <span className="block text-muted">
          Newest block <Numeral name="stacks.block_height" value={newest.block_height} />
        </span>
      )}
      {follower !== undefined && follower.state !== 'following' && (
        <span className="block text-muted">
          {STATES[follower.state]}
          {reason !== undefined && `. ${followerReason(reason, 'Stacks')}`}
        </span>
      )}
      {documents !== undefined && (
        <span className="block text-muted">
          <Numeral name="documents.read" value={documents.read} /> of{' '}
          <Count name="documents.total" value={documents.total} one="document" /> read
        </span>
      )}
      {snapshot_date !== undefined && (
        <span className="block text-muted">
          Tokens it has not read yet come from a snapshot of {snapshot_date}
        </span>
      )}
    </>
  )
}

function HowItWasMade({ about }: { about: About }) {
  const { source, network } = about
  return (
    <section aria-label="How it was made" className="max-w-[64ch] space-y-4 text-base">
      <h2 className="text-lg font-semibold">How it was made</h2>
      <p>
        <b>Rules.</b> Cairn reads each block itself and applies the rules of{' '}
        <a href="https://docs.ordinals.com/runes.html" rel="noopener noreferrer" className="link">
          ord
        </a>
        , the norm of the runes protocol: etchings, mints, edicts, pointers, and cenotaphs, which
        burn what came in.{' '}
        {source === 'bundled'
          ? 'Of the six bundled blocks, it has the transactions that concern the runes here.'
          : 'It checks the hash and the Merkle root of each block.'}
      </p>
      <p>
        <b>Movements.</b> A movement says who gave what to whom: a transfer, a mint, a burn or an
        etching. What comes back to its owner is change, and hidden until you ask for it. Behind the
        movements are the records, in the form of the retired runes API.
      </p>
      <p>
        <b>Amounts.</b> They are exact. With <code>cairn verify</code>, the operator proves for
        every rune that its supply equals its balances and its unspent outputs. Shares are cut off
        after two decimals, not rounded: 0.077% is shown as 0.07%. Point at a share to see more
        digits.
        {network === 'main' &&
          ' To check a page yourself, open it in another explorer: it has links to them under “…”.'}
      </p>
      <p>
        <b>Tokens.</b> Names, symbols and supplies are those of SIP-010 contracts on Stacks
        {tokensOrigin(about)}. Metadata and images are written by the creators of the tokens, and
        nobody has checked them.
      </p>
    </section>
  )
}
