import { TypeRows } from '../../figures/TypeRows.tsx'
import { spanOf } from '../../figures/timeColumns.ts'
import { Digits, Numeral, useFormatCount } from '../../ui/numbers.tsx'
import type { HistoryColumn } from './historyColumns.ts'

type Props = {
  column: HistoryColumn
  /** The column before it. */
  before: HistoryColumn | undefined
  isOlder: boolean
}

/** What happened in a column, with all digits. */
export function HistoryTooltip({ column, before, isOlder }: Props) {
  const format = useFormatCount()
  const { step, blocks, counts, transferred, minted, burned, holders = 0, supply } = column
  return (
    <>
      <p className="text-muted">
        <span className="font-semibold text-ink">{spanOf(column, format)}</span>
        {step === 'day' && blocks !== undefined && (
          <>
            {' · '}
            {blocks.from === blocks.to ? 'block ' : 'blocks '}
            <Numeral name="day.first_height" value={blocks.from} />
            {blocks.from !== blocks.to && (
              <>
                –<Numeral name="day.last_height" value={blocks.to} />
              </>
            )}
          </>
        )}
      </p>
      <TypeRows
        subject="day"
        counts={counts}
        notes={[
          <>
            <Digits name="day.transferred" digits={transferred} /> moved
          </>,
          <>
            +<Digits name="day.minted" digits={minted} />
          </>,
          <>
            −<Digits name="day.burned" digits={burned} />
          </>,
          undefined,
        ]}
      >
        {!isOlder && (
          <>
            <span className="text-muted">Holders</span>
            <span className="text-end font-semibold">
              <Numeral name="day.holders" value={holders} />
            </span>
            <span className="text-muted">
              {before !== undefined && <Change value={holders - (before.holders ?? 0)} />}
            </span>
            {supply !== undefined && (
              <>
                <span className="text-muted">Supply</span>
                <span className="col-span-2 font-semibold">
                  <Digits name="day.supply" digits={supply} />
                </span>
              </>
            )}
          </>
        )}
      </TypeRows>
    </>
  )
}

function Change({ value }: { value: number }) {
  if (value === 0) return null
  return (
    <>
      {value > 0 ? '+' : '−'}
      <Numeral name="day.holders_change" value={Math.abs(value)} />
    </>
  )
}
