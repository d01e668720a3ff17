import { Link } from 'react-router-dom'
import type { Highlight } from '../../../contract/schemas/home.ts'
import type { MovementType } from '../../../contract/schemas/movement.ts'
import { AtEndOfIndex, useEndOfIndex } from '../../endOfIndex.tsx'
import { blockLink, transactionLink } from '../../links.ts'
import { Sentence } from '../../movements/Sentence.tsx'
import { MOVEMENT_LOOKS } from '../../movements/TypeBadge.tsx'
import { useAbout } from '../../query.ts'
import { Count, Numeral, Percent } from '../../ui/numbers.tsx'
import { Age } from '../../ui/Time.tsx'

/** What stood out lately, each as a sentence. */
export function JustHappened({ highlights }: { highlights: Highlight[] }) {
  const isLive = useEndOfIndex() === undefined
  return (
    <section aria-labelledby="just-happened" className="mt-6 min-w-0 phone:order-first">
      <div className="mb-3 flex min-h-9 flex-wrap items-center gap-x-3">
        <h2 id="just-happened" className="text-lg font-semibold">
          {isLive ? 'Just happened' : 'What stood out'}
        </h2>
        <span className="text-sm text-muted">
          {isLive ? <Blocks oldest={highlights.at(-1)} /> : <AtEndOfIndex />}, newest first
        </span>
      </div>
      <ol className="panel divide-y divide-line text-sm">
        {highlights.map((highlight) => (
          <Happening key={keyOf(highlight)} {...highlight} />
        ))}
      </ol>
    </section>
  )
}

function keyOf({ kind, clause, place }: Highlight): string {
  return `${place.tx_id} ${clause.rune.id} ${kind}`
}

/** "in the last 6 blocks": those from the oldest one that is shown. */
function Blocks({ oldest }: { oldest: Highlight | undefined }) {
  const tip = useAbout()?.tip
  if (tip === undefined || oldest === undefined) return null
  const blocks = tip.block_height - oldest.place.block_height + 1
  return (
    <>
      in the last <Count name="highlights.blocks" value={blocks} one="block" />
    </>
  )
}

const LOOKS: Record<Highlight['kind'], { type: MovementType; name: string }> = {
  'minted-out': { type: 'mint', name: 'Last mint' },
  airdrop: { type: 'transfer', name: 'Airdrop' },
  transfer: { type: 'transfer', name: 'Transfer' },
  burn: { type: 'burn', name: 'Burn' },
  etching: { type: 'etching', name: 'Etching' },
}

function Happening({ kind, share, clause, place }: Highlight) {
  const { type, name } = LOOKS[kind]
  const { icon: Icon, className } = MOVEMENT_LOOKS[type]
  return (
    <li className="flex gap-3 px-4 py-2.5">
      <span
        aria-hidden="true"
        className={`grid size-5.5 shrink-0 place-items-center rounded-sm forced-colors:border ${className}`}
      >
        <Icon size={13} strokeWidth={2.25} />
      </span>
      <div className="min-w-0 grow leading-6 text-muted">
        <Sentence transaction={{ clauses: [clause], movements: 1, runes: [], rune_count: 0 }} />
        <span className="flex flex-wrap gap-x-2 text-xs/6">
          <Link to={transactionLink(place.tx_id)} className="link">
            {name}
            {share !== undefined && (
              <>
                {' of '}
                <Percent name="highlight.share" value={share} /> of its supply
              </>
            )}
          </Link>
          <span>
            block{' '}
            <Link to={blockLink(place.block_height)} className="quiet-link">
              <Numeral name="highlight.block_height" value={place.block_height} />
            </Link>
          </span>
          <Age name="highlight.timestamp" seconds={place.timestamp} />
        </span>
      </div>
    </li>
  )
}
