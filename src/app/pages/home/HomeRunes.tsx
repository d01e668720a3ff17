import type { RuneSummary } from '../../../contract/schemas/rune.ts'
import { useEndOfIndex, useLastPeriod } from '../../endOfIndex.tsx'
import { Sparkline } from '../../figures/Sparkline.tsx'
import { MintStatus } from '../../runes/MintStatus.tsx'
import { RuneName } from '../../runes/RuneName.tsx'
import { Since } from '../../runes/Since.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Numeral } from '../../ui/numbers.tsx'

type Props = { caption: string; rows: RuneSummary[]; isBusy: boolean }

/** Fewer days are no figure. */
const MIN_DAYS = 3
/** The feed beside it takes a third of the page. */
const TIGHT = 'xl:px-2.5'

/** Beside the feed there is room for all; on phones, eight are enough. */
const SHORT_ON_PHONES = 'phone:[&_tbody_tr:nth-child(n+9)]:hidden'

/** How many days their columns go back. */
export const RUNE_DAYS = 28

/** Runes with what happened to them lately. */
export function HomeRunes({ caption, rows, isBusy }: Props) {
  const last = useLastPeriod()
  const isLive = useEndOfIndex() === undefined
  return (
    <div className={SHORT_ON_PHONES}>
      <DataTable
        caption={caption}
        rows={rows}
        isBusy={isBusy}
        keyOf={({ id }) => id}
        columns={[
          {
            heading: 'Rune',
            area: 'name',
            className: 'w-full max-w-0 min-w-60',
            cell: (rune) => (
              <>
                <RuneName rune={rune} />
                <Since rune={rune.id} />
              </>
            ),
          },
          {
            heading: `${rows[0]?.days?.length ?? RUNE_DAYS} days`,
            area: 'aside',
            label: '',
            className: TIGHT,
            cell: ({ days = [] }) =>
              days.length >= MIN_DAYS && <Sparkline days={days} isUnfinished={isLive} />,
          },
          {
            heading: `Movements, ${last('24 h')}`,
            area: 'meta',
            label: last('24 h'),
            isNumber: true,
            className: TIGHT,
            cell: ({ day_movements }) => (
              <Numeral name="rune.day_movements" value={day_movements} />
            ),
          },
          {
            heading: isLive ? 'Holders, today' : 'Holders',
            area: 'meta',
            label: 'Holders',
            isNumber: true,
            className: TIGHT,
            cell: ({ holders, holders_change }) => (
              <>
                <Numeral name="rune.holders" value={holders} />
                {isLive && holders_change !== undefined && <Change value={holders_change} />}
              </>
            ),
          },
          {
            heading: 'Minted',
            area: 'meta',
            label: 'Mint',
            className: `w-32 ${TIGHT}`,
            cell: (rune) => <MintStatus rune={rune} />,
          },
        ]}
      />
    </div>
  )
}

/** Of the number of holders. */
function Change({ value }: { value: number }) {
  const colour = value > 0 ? 'text-mint' : value < 0 ? 'text-burn' : 'text-faint'
  return (
    <span className={`inline-block min-w-12 phone:ms-1.5 phone:min-w-0 ${colour}`}>
      <Numeral name="rune.holders_change" value={value > 0 ? `+${value}` : value} />
    </span>
  )
}
