import type { RuneSummary } from '../../contract/schemas/rune.ts'
import { amountColumn } from '../ui/amountColumn.tsx'
import { DataTable, type Sort } from '../ui/DataTable.tsx'
import { Numeral } from '../ui/numbers.tsx'
import { Day } from '../ui/Time.tsx'
import { MintStatus } from './MintStatus.tsx'
import { RuneName } from './RuneName.tsx'

/** What the API can sort runes by, of the columns. */
type RuneOrder = 'name' | 'holders' | 'day_movements' | 'progress' | 'number'

type Props = {
  caption: string
  rows: RuneSummary[]
  isBusy: boolean
  sortBy?: (order: RuneOrder) => Sort
}

export function RuneTable({ caption, rows, isBusy, sortBy }: Props) {
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
          className: 'w-full max-w-0 min-w-56',
          cell: (rune) => <RuneName rune={rune} />,
          ...sort('name'),
        },
        amountColumn(rows, 'Supply', ({ supply }) => supply?.current),
        {
          heading: 'Holders',
          area: 'detail',
          isNumber: true,
          cell: ({ holders }) => <Numeral value={holders} />,
          ...sort('holders'),
        },
        {
          heading: 'Movements, 24 h',
          area: 'aside',
          isNumber: true,
          cell: ({ day_movements }) => <Numeral value={day_movements} />,
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
          area: 'meta',
          isNumber: true,
          className: 'text-muted',
          cell: ({ location }) =>
            location?.timestamp === undefined ? 'Built in' : <Day seconds={location.timestamp} />,
          ...sort('number'),
        },
      ]}
    />
  )
}
