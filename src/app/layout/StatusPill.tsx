import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'
import type { About, Ping, Tip } from '../../contract/schemas/chain.ts'
import { aboutQuery } from '../query.ts'
import { Numeral } from '../ui/numbers.tsx'
import { Age, formatUtcMonth, startOfIsoDay } from '../ui/Time.tsx'
import { useIsOffline } from '../ui/useIsOffline.ts'
import { pingOf, useLive } from './live.ts'

const INDEXING_POLL_MS = 5000

export function StatusPill() {
  const { data } = useQuery({
    ...aboutQuery,
    // No events tell how far the first pass is.
    refetchInterval: ({ state }) => state.data?.value.indexing !== undefined && INDEXING_POLL_MS,
  })
  const { tip: liveTip, ping, state, replaced } = useLive()
  const isOffline = useIsOffline()
  const isOfTokens = /^\/tokens?(\/|$)/.test(useLocation().pathname)
  const about = data?.value
  if (about === undefined) return <span className="h-8 w-40 shrink-0 phone:w-24 max-[24rem]:w-11" />
  const tip = liveTip ?? about.tip
  const told = ping ?? pingOf(about)
  const ofTokens = isOfTokens ? tokensOf(about, told) : undefined
  const ofData = ofTokens === undefined ? warningOf(about, told) : ofTokens.warning
  const warning = state === 'silent' ? 'not live' : ofData
  return (
    <Link
      to="/about"
      title="About this index"
      className="inline-flex min-h-8 shrink-0 items-center justify-center lg:justify-end gap-2 rounded-full px-2.5 phone:px-1.5 text-sm whitespace-nowrap tabular-nums print:hidden hover:bg-sunken pointer-coarse:min-h-11 pointer-coarse:min-w-11"
    >
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${isOffline || warning !== undefined ? 'bg-warn' : DOTS[ofTokens?.source ?? about.source]}`}
      />
      {isOffline ? (
        'Offline'
      ) : (
        <>
          <span className="inline-flex gap-x-1.5 max-[24rem]:sr-only">
            {ofTokens?.summary ?? <Summary about={about} tip={tip} />}
          </span>
          {warning !== undefined && <span className="text-warn">{warning}</span>}
          {warning === undefined && replaced !== undefined && (
            <span className="text-warn phone:sr-only">
              block <Numeral name="index.replaced" value={replaced.block_height} /> replaced
            </span>
          )}
        </>
      )}
    </Link>
  )
}

/** What pages of tokens show, if it is not the same as elsewhere. */
function tokensOf({ source, tokens }: About, { token_follower: follower }: Ping) {
  const { network, snapshot_date } = tokens
  if (network !== undefined || follower !== undefined) {
    const warning = follower?.state === 'following' ? undefined : (follower?.state ?? 'not live')
    if (source === 'demo') return { source, warning, summary: 'Demo tokens' } as const
    const summary = network === 'testnet' ? 'Stacks testnet' : 'Stacks'
    return { source: 'node', warning, summary } as const
  }
  if (source === 'demo' || snapshot_date === undefined) return
  const summary = <Snapshot of="Tokens" seconds={startOfIsoDay(snapshot_date)} />
  return { source: 'bundled', warning: undefined, summary } as const
}

/** Why the newest block may not be the newest of all, in a word; the page about the index says more. */
function warningOf({ source, indexing }: About, { is_live, follower }: Ping): string | undefined {
  if (source === 'bundled' || follower === undefined) return
  if (follower.state !== 'following') return follower.state
  return is_live || indexing !== undefined ? undefined : 'behind'
}

/** What phones have no room for. */
const ASIDE = 'text-muted phone:sr-only'

type Props = { about: About; tip: Tip | undefined }

function Summary({ about: { source, indexing, network }, tip }: Props) {
  if (indexing !== undefined) {
    return (
      <>
        Indexing <Numeral name="indexing.block_height" value={indexing.block_height} />
        <span className={ASIDE}>
          of <Numeral name="indexing.target" value={indexing.target} />
        </span>
      </>
    )
  }
  if (tip === undefined) return 'No block yet'
  if (source === 'bundled') return <Snapshot of="Snapshot" seconds={tip.timestamp} />
  return (
    <>
      {source === 'demo' && (
        <span>
          Demo <span className="phone:sr-only">chain</span>
        </span>
      )}
      {source === 'node' && network !== 'main' && <span className="capitalize">{network}</span>}
      <span className={source === 'demo' ? 'text-muted' : 'font-medium'}>
        <Numeral name="index.block_height" value={tip.block_height} />
      </span>
      <span className={ASIDE}>
        <Age name="index.timestamp" seconds={tip.timestamp} />
      </span>
    </>
  )
}

function Snapshot({ of, seconds }: { of: string; seconds: number }) {
  return (
    <>
      {of} <span className={ASIDE}>· {formatUtcMonth(seconds)}</span>
    </>
  )
}

const DOTS = { node: 'bg-mint-fill', bundled: 'bg-change-fill', demo: 'bg-etching-fill' } as const
