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
          className:
            'w-full max-w-0 min-w-56 phone:col-start-1 phone:row-start-1 phone:w-auto phone:max-w-none phone:min-w-0 phone:group-has-data-long:col-span-2',
          cell: (rune) => <RuneName rune={rune} />,
          ...sort('name'),
        },
        amountColumn(rows, 'Supply', ({ supply }) => supply?.current),
        {
          heading: 'Holders',
          isNumber: true,
          className: 'phone:col-start-1 phone:row-start-2 phone:text-start phone:text-muted',
          cell: ({ holders }) => (
            <>
              <Numeral value={holders} />
              <span className="wide:hidden"> {holders === 1 ? 'holder' : 'holders'}</span>
            </>
          ),
          ...sort('holders'),
        },
        {
          heading: 'Movements, 24 h',
          isNumber: true,
          className: 'phone:col-start-2 phone:row-start-2 phone:text-muted',
          cell: ({ day_movements }) => (
            <>
              <Numeral value={day_movements} />
              <span className="wide:hidden"> in 24 h</span>
            </>
          ),
          ...sort('day_movements'),
        },
        {
          heading: 'Mint',
          className: 'w-44 phone:col-start-1 phone:row-start-3 phone:w-auto',
          cell: (rune) => <MintStatus rune={rune} />,
          ...sort('progress'),
        },
        {
          heading: 'Etched',
          isNumber: true,
          className: 'text-muted phone:col-start-2 phone:row-start-3',
          cell: ({ location }) =>
            location?.timestamp === undefined ? 'Built in' : <Day seconds={location.timestamp} />,
          ...sort('number'),
        },
      ]}
    />
  )
}
