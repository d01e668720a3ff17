import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { RefusedParameter } from '../../contract/endpoint.ts'
import type {
  AddressFigure,
  AddressTotals,
  MovementCounts,
  RuneTotals,
} from '../../contract/schemas/movement.ts'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'
import { EndpointList } from '../lists/List.tsx'
import type { ListPage } from '../lists/Pager.tsx'
import { SearchLink } from '../lists/SearchLink.tsx'
import { FilterChips } from '../lists/Toolbar.tsx'
import type { EndpointQuery } from '../query.ts'
import { amountColumn } from '../ui/amountColumn.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Numeral } from '../ui/numbers.tsx'
import { MovementsLink, Owner, RUNE, RUNE_TITLE } from './columns.tsx'
import { unknownRune } from './MovementList.tsx'

type AddressProps = {
  query: EndpointQuery<ListPage<AddressTotals>>
  refused: RefusedParameter[]
  /** What moved: a figure that nobody has is no filter. */
  counts: MovementCounts
  /** The runes that the filter suggests: `option` elements. */
  runes?: ReactNode
}

/** What each address got and gave; those that did one thing, if the URL names it. */
export function AddressTotalsList({ query, refused, counts, runes }: AddressProps) {
  const [search] = useSearchParams()
  const chosen = FIGURES.find(({ figure }) => figure === search.get('order_by'))?.figure
  const figures = figuresIn(counts)
  const names = Object.fromEntries(figures.map(({ figure, name }) => [figure, name]))
  return (
    <EndpointList
      query={query}
      toolbar={{
        label: 'Filter by what they did',
        chips: <FilterChips parameter="order_by" names={names} current={chosen} />,
        filters: { rune: { name: 'Rune', placeholder: 'name or id', options: runes } },
        refused,
      }}
      things="pairs of address and rune"
      empty={{ title: 'No address matches' }}
      notFound={unknownRune(search)}
    >
      {({ results }, isBusy) => (
        <AddressTotalsTable rows={results} counts={counts} chosen={chosen} isBusy={isBusy} />
      )}
    </EndpointList>
  )
}

type TableProps = {
  rows: AddressTotals[]
  counts: MovementCounts
  /** The figure that the rows are sorted by. */
  chosen?: AddressFigure | undefined
  isBusy?: boolean
}

export function AddressTotalsTable({ rows, counts, chosen, isBusy = false }: TableProps) {
  return (
    <DataTable
      caption="What each address got and gave"
      rows={rows}
      isBusy={isBusy}
      keyOf={({ address, rune }) => `${address} ${rune.id}`}
      columns={[
        ADDRESS,
        RUNE,
        ...figuresIn(counts).map(({ figure, name }) =>
          amountColumn(rows, name, (row) => unlessZero(row[figure]), {
            name: `address_totals.${figure}`,
            ...(figure !== chosen && { area: 'none' }),
          }),
        ),
        // Phones have room for the chosen figure, or the net amount.
        amountColumn(rows, 'Net', ({ net }) => net, {
          name: 'address_totals.net',
          isSigned: true,
          ...(chosen !== undefined && { area: 'none' }),
        }),
      ]}
    />
  )
}

/** Those that somebody has. */
function figuresIn(counts: MovementCounts): Figure[] {
  return FIGURES.filter(({ types }) => types.some((type) => counts[type] > 0))
}

type Figure = { figure: AddressFigure; name: string; types: (keyof MovementCounts)[] }

const FIGURES: Figure[] = [
  { figure: 'received', name: 'Received', types: ['transfers'] },
  { figure: 'minted', name: 'Minted', types: ['mints'] },
  { figure: 'premined', name: 'Premined', types: ['etchings'] },
  { figure: 'sent', name: 'Sent', types: ['transfers'] },
  { figure: 'burned', name: 'Burned', types: ['burns'] },
]

const ADDRESS: Column<AddressTotals> = {
  heading: 'Address',
  area: 'name',
  cell: ({ address }) => <Owner address={address} />,
}

export function RuneTotalsList({ query }: { query: EndpointQuery<ListPage<RuneTotals>> }) {
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
              area: 'aside',
              isNumber: true,
              cell: (row) => <MovementsLink name="rune_totals.movements" {...row} />,
            },
            ...RUNE_FIGURES.map(({ part, name, figure }) =>
              amountColumn(rows, name, (row) => unlessZero(row[part]), {
                name: `rune_totals.${part}`,
                area: 'meta',
                linked: ({ rune }, amount) => (
                  <AddressesLink rune={rune} figure={figure}>
                    {amount}
                  </AddressesLink>
                ),
              }),
            ),
            {
              heading: 'Addresses',
              isMinor: true,
              area: 'none',
              isNumber: true,
              cell: ({ rune, addresses }) => (
                <AddressesLink rune={rune}>
                  <Numeral name="rune_totals.addresses" value={addresses} />
                </AddressesLink>
              ),
            },
          ]}
        />
      )}
    </EndpointList>
  )
}

type RuneFigure = {
  part: 'transferred' | 'minted' | 'premined' | 'burned'
  name: string
  /** What the addresses behind it did. */
  figure: AddressFigure
}

const RUNE_FIGURES: RuneFigure[] = [
  { part: 'transferred', name: 'Transferred', figure: 'sent' },
  { part: 'minted', name: 'Minted', figure: 'minted' },
  { part: 'premined', name: 'Premined', figure: 'premined' },
  { part: 'burned', name: 'Burned', figure: 'burned' },
]

type AddressesLinkProps = { rune: RuneLabel; figure?: AddressFigure; children: ReactNode }

/** A figure of a rune as a link to the addresses behind it, the one that did most first. */
function AddressesLink({ rune, figure, children }: AddressesLinkProps) {
  const changes = { view: 'by-address', rune: rune.spaced_name, order_by: figure }
  return (
    <SearchLink changes={changes} className="link">
      {children}
    </SearchLink>
  )
}

function unlessZero(amount: string): string | undefined {
  return /[1-9]/.test(amount) ? amount : undefined
}
