import { useSearchParams } from 'react-router-dom'
import type {
  AddressFigure,
  AddressTotals,
  MovementCounts,
  RuneTotals,
} from '../../contract/schemas/movement.ts'
import { EndpointList } from '../lists/List.tsx'
import type { ListPage } from '../lists/Pager.tsx'
import { SearchLink } from '../lists/SearchLink.tsx'
import { FilterChip } from '../lists/Toolbar.tsx'
import type { EndpointQuery } from '../query.ts'
import { amountColumn } from '../ui/amountColumn.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Numeral } from '../ui/numbers.tsx'
import { Owner, RUNE, RUNE_TITLE } from './columns.tsx'

type AddressProps = {
  query: EndpointQuery<ListPage<AddressTotals>>
  refused: string[]
  /** What moved: a figure that nobody has is no filter. */
  counts: MovementCounts
}

/** What each address got and gave; those that did one thing, if the URL names it. */
export function AddressTotalsList({ query, refused, counts }: AddressProps) {
  const [search] = useSearchParams()
  const chosen = FIGURES.find(({ figure }) => figure === search.get('order_by'))?.figure
  const figures = FIGURES.filter(({ types }) => types.some((type) => counts[type] > 0))
  return (
    <EndpointList
      query={query}
      toolbar={{
        label: 'Filter by what they did',
        chips: [undefined, ...figures].map((it) => (
          <FilterChip
            key={it?.figure ?? 'all'}
            name={it?.name ?? 'All'}
            changes={{ order_by: it?.figure }}
            isCurrent={it?.figure === chosen}
          />
        )),
        filters: { rune: { name: 'Rune', placeholder: 'name or id' } },
        refused,
      }}
      things="pairs of address and rune"
      empty={{ title: 'No address matches' }}
    >
      {({ results: rows }, isBusy) => (
        <DataTable
          caption="What each address got and gave"
          rows={rows}
          isBusy={isBusy}
          keyOf={({ address, rune }) => `${address} ${rune.id}`}
          columns={[
            ADDRESS,
            RUNE,
            ...figures.map(({ figure, name }) => figureColumn(rows, name, figure, chosen)),
            amountColumn(rows, 'Net', ({ net }) => net, {
              isSigned: true,
              ...(chosen !== undefined && { className: 'phone:hidden' }),
            }),
          ]}
        />
      )}
    </EndpointList>
  )
}

type Figure = { figure: AddressFigure; name: string; types: (keyof MovementCounts)[] }

const FIGURES: Figure[] = [
  { figure: 'received', name: 'Received', types: ['transfers'] },
  { figure: 'minted', name: 'Minted', types: ['mints', 'etchings'] },
  { figure: 'sent', name: 'Sent', types: ['transfers'] },
  { figure: 'burned', name: 'Burned', types: ['burns'] },
]

const ADDRESS: Column<AddressTotals> = {
  heading: 'Address',
  className: 'phone:col-start-1 phone:row-start-1',
  cell: ({ address }) => <Owner address={address} />,
}

/** What is 0 is left out. Phones have room for the chosen figure, or the net amount. */
function figureColumn(
  rows: AddressTotals[],
  heading: string,
  figure: AddressFigure,
  chosen: AddressFigure | undefined,
): Column<AddressTotals> | undefined {
  return amountColumn(rows, heading, (row) => unlessZero(row[figure]), {
    ...(figure !== chosen && { className: 'phone:hidden' }),
  })
}

function unlessZero(amount: string): string | undefined {
  return /[1-9]/.test(amount) ? amount : undefined
}

type RuneProps = { query: EndpointQuery<ListPage<RuneTotals>> }

export function RuneTotalsList({ query }: RuneProps) {
  return (
    <EndpointList query={query} things="runes" empty={{ title: 'No runes moved' }}>
      {({ results: rows }, isBusy) => (
        <DataTable
          caption="What happened to each rune"
          rows={rows}
          isBusy={isBusy}
          keyOf={({ rune }) => rune.id}
          columns={[
            RUNE_TITLE,
            {
              heading: 'Movements',
              isNumber: true,
              className: 'phone:col-start-2 phone:row-start-1',
              cell: ({ rune, movements }) => (
                <SearchLink changes={{ view: undefined, rune: rune.name }} className="quiet-link">
                  <Numeral value={movements} />
                  <span className="wide:sr-only">
                    {' '}
                    {movements === 1 ? 'movement' : 'movements'}
                  </span>
                  <span className="sr-only"> of {rune.spaced_name}</span>
                </SearchLink>
              ),
            },
            partColumn(rows, 'Transferred', ({ transferred }) => transferred),
            partColumn(rows, 'Minted', ({ minted }) => minted),
            partColumn(rows, 'Premined', ({ premined }) => premined),
            partColumn(rows, 'Burned', ({ burned }) => burned),
            {
              heading: 'Addresses',
              isNumber: true,
              className: 'phone:hidden',
              cell: ({ addresses }) => <Numeral value={addresses} />,
            },
          ]}
        />
      )}
    </EndpointList>
  )
}

/** On phones, the other columns suffice. */
function partColumn<Row>(rows: Row[], heading: string, amountOf: (row: Row) => string) {
  return amountColumn(rows, heading, (row) => unlessZero(amountOf(row)), {
    className: 'phone:hidden',
  })
}
