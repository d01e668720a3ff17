import { Link, useSearchParams } from 'react-router-dom'
import type { RuneDetails } from '../../../contract/schemas/rune.ts'
import { useLastPeriod } from '../../endOfIndex.tsx'
import { viewLink } from '../../lists/paging.ts'
import { useAbout } from '../../query.ts'
import { capOf, mintedPercent } from '../../runes/MintStatus.tsx'
import {
  Amount,
  Count,
  type FigureName,
  isLongAmount,
  Numeral,
  Percent,
  useFormatCount,
} from '../../ui/numbers.tsx'
import { countStat, type Stat, StatStrip } from '../../ui/StatStrip.tsx'
import { Day } from '../../ui/Time.tsx'
import { KEPT_PARAMETERS } from './HistoryFigure.tsx'
import { isEndless } from './minting.ts'

type Props = { rune: RuneDetails; pendingMints: number | undefined }

export function RuneStats({ rune, pendingMints = 0 }: Props) {
  const { supply, holders, movements, day_movements, location, is_older } = rune
  const { current = '0', burned = '0' } = supply ?? {}
  const etchedAt = location?.timestamp
  const since = useSince(rune)
  const last = useLastPeriod()
  // If all are within the day, the index may have begun within it.
  const isWholeDay = !is_older || day_movements < movements
  return (
    <StatStrip
      stats={[
        // What was there before is not known.
        is_older ? undefined : amountStat('Supply', 'rune.supply', current),
        mintedStat(rune, pendingMints, since('Minted')),
        { ...amountStat(since('Burned'), 'rune.burned', burned), isMinor: isLongAmount(burned) },
        countStat(since('Holders'), { name: 'rune.holders', count: holders }),
        {
          ...countStat(isWholeDay ? `Movements, ${last('24 h')}` : since('Movements'), {
            name: 'rune.day_movements',
            count: day_movements,
          }),
          isMinor: true,
        },
        etchedAt === undefined
          ? undefined
          : {
              label: 'Etched',
              value: <Day name="rune.timestamp" seconds={etchedAt} />,
              isShort: true,
            },
      ]}
    />
  )
}

/** Labels figures of a rune that is older than the index, because what came before is not known. */
export function useSince({ is_older }: RuneDetails): (label: string) => string {
  const { from = 0 } = useAbout()?.coverage ?? {}
  const formatCount = useFormatCount()
  return (label) => (is_older ? `${label} since ${formatCount(from)}` : label)
}

/** Three of this length fit side by side on phones. */
const MAX_SHORT_AMOUNT = 9

function amountStat(label: string, name: FigureName, digits: string): Stat {
  return {
    label,
    value: <Amount name={name} digits={digits} />,
    isLong: isLongAmount(digits),
    isShort: digits.length <= MAX_SHORT_AMOUNT,
  }
}

function mintedStat(rune: RuneDetails, pending: number, label: string): Stat | undefined {
  const { mint_state, supply, is_older } = rune
  const { total_mints = '0' } = supply ?? {}
  const cap = capOf(rune)
  if (mint_state === 'unmintable' || cap === undefined) return
  const stat = { label, corner: pending > 0 && <PendingMints count={pending} /> }
  if (is_older || isEndless(cap)) {
    const note = total_mints === '1' ? 'mint' : 'mints'
    return { ...stat, value: <Numeral name="rune.total_mints" value={total_mints} />, note }
  }
  const percentage = mintedPercent(rune)
  const note =
    mint_state === 'minted-out' ? (
      <Count name="rune.cap" value={Number(cap)} one="mint" />
    ) : (
      <>
        <Numeral name="rune.total_mints" value={total_mints} />
        <span className="max-xl:sr-only">
          {' '}
          of <Numeral name="rune.cap" value={String(cap)} />
        </span>{' '}
        mints
      </>
    )
  const progress = Number(percentage) / 100
  return {
    ...stat,
    value: <Percent name="rune.minted_percent" value={percentage} />,
    note,
    progress,
  }
}

/** Those that wait for a block. */
function PendingMints({ count }: { count: number }) {
  const [search] = useSearchParams()
  return (
    <Link
      to={viewLink(search, 'pending', KEPT_PARAMETERS)}
      className="-m-2 inline-block p-2 text-warn hover:underline"
    >
      +<Numeral name="rune.pending_mints" value={count} /> pending
    </Link>
  )
}
