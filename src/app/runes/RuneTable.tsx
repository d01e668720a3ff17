import type { RuneSummary } from '../../contract/schemas/rune.ts'
import { useLastPeriod } from '../endOfIndex.tsx'
import { amountColumn } from '../ui/amountColumn.tsx'
import { DataTable, type Sort } from '../ui/DataTable.tsx'
import { Numeral } from '../ui/numbers.tsx'
import { Day } from '../ui/Time.tsx'
import { MintStatus } from './MintStatus.tsx'
import { NamesAlikeMark } from './NamesAlikeMark.tsx'
import { RuneName } from './RuneName.tsx'
import { Since } from './Since.tsx'

/** What the API can sort runes by, of the columns. */
type RuneOrder = 'name' | 'holders' | 'day_movements' | 'progress' | 'number'

type Props = {
  caption: string
  rows: RuneSummary[]
  isBusy: boolean
  sortBy?: (order: RuneOrder) => Sort
}

export function RuneTable({ caption, rows, isBusy, sortBy }: Props) {
  const last = useLastPeriod()
  const sort = (order: RuneOrder) => (sortBy === undefined ? {} : { sort: sortBy(order) })
  return (
    <DataTable
      caption={caption}
      rows={rows}
      isBusy={isBusy}
      keyOf={({ id }) => id}
      columns={[
        {
          heading: 'Rune',
          area: 'name',
          className: 'w-full max-w-0 min-w-56 tablet:min-w-40',
          cell: (rune) => (
            <>
              <RuneName rune={rune} />
              <Since rune={rune.id} />
              <NamesAlikeMark rune={rune} />
            </>
          ),
          ...sort('name'),
        },
        amountColumn(
          rows,
          'Supply',
          ({ supply, is_older }) => (is_older ? undefined : supply?.current),
          { name: 'rune.supply' },
        ),
        {
          heading: 'Holders',
          area: 'detail',
          isNumber: true,
          cell: ({ holders }) => <Numeral name="rune.holders" value={holders} />,
          ...sort('holders'),
        },
        {
          heading: `Movements, ${last('24 h')}`,
          area: 'aside',
          isNumber: true,
          cell: ({ day_movements }) => <Numeral name="rune.day_movements" value={day_movements} />,
          ...sort('day_movements'),
        },
        {
          heading: 'Mint',
          area: 'meta',
          className: 'w-44',
          cell: (rune) => <MintStatus rune={rune} />,
          ...sort('progress'),
        },
        {
          heading: 'Etched',
          isMinor: true,
          area: 'meta',
          isNumber: true,
          className: 'text-muted',
          cell: ({ location }) =>
            location?.timestamp === undefined ? (
              'Built in'
            ) : (
              <Day name="rune.timestamp" seconds={location.timestamp} />
            ),
          ...sort('number'),
        },
      ]}
    />
  )
}
