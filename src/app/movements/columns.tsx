import type { ComponentProps } from 'react'
import type { Place } from '../../contract/schemas/movement.ts'

import { transactionLink } from '../links.ts'
import type { Column } from '../ui/DataTable.tsx'
import { Id } from '../ui/Id.tsx'
import { Age } from '../ui/Time.tsx'
import { RuneName } from './RuneName.tsx'

type OfRune = Pick<ComponentProps<typeof RuneName>, 'rune'>

/** In tables of runes; on phones, it is the title of a row. */
export const RUNE_TITLE: Column<OfRune> = {
  heading: 'Rune',
  className: 'max-w-96 phone:col-start-1 phone:row-start-1 phone:max-w-none',
  cell: ({ rune }) => <RuneName rune={rune} />,
}

export const RUNE: Column<OfRune> = {
  heading: 'Rune',
  className: 'max-w-72 phone:col-span-2 phone:col-start-1 phone:row-start-2 phone:max-w-none',
  cell: ({ rune }) => <RuneName rune={rune} />,
}

export const TIME: Column<{ place: Place }> = {
  heading: 'Time',
  isNumber: true,
  className: 'w-28 text-muted phone:col-start-2 phone:row-start-2 phone:w-auto',
  cell: ({ place }) => <Age milliseconds={place.timestamp * 1000} />,
}

/** The id of a transaction stands once, at its first row. */
export function transactionColumn<Row>(
  rows: Row[],
  idOf: (row: Row) => string,
  { isOnPhones = false } = {},
): Column<Row> {
  return {
    heading: 'Transaction',
    className: `w-34 ${isOnPhones ? 'phone:col-start-1 phone:row-start-2 phone:w-auto' : 'phone:hidden'}`,
    cell(row, index) {
      const [id, previous] = [idOf(row), rows[index - 1]]
      const isRepeated = previous !== undefined && idOf(previous) === id
      return isRepeated ? null : <Id text={id} to={transactionLink(id)} beginning={8} />
    },
  }
}
