import type { RuneHolder, RuneHolderPage } from '../../../contract/schemas/rune.ts'
import { addressLink } from '../../links.ts'
import { Share } from '../../ui/Bar.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { MarkedId } from '../../ui/Id.tsx'
import { Amount, amountPlace, isLongAmount, Numeral, Percent, placesOf } from '../../ui/numbers.tsx'

type Props = { page: RuneHolderPage; isBusy: boolean }

/** The holders of a rune, largest first. */
export function Holders({ page: { results }, isBusy }: Props) {
  const balances = results.map(({ balance }) => balance)
  const places = placesOf(balances)
  return (
    <DataTable
      caption="Holders of the rune, largest balance first"
      rows={results}
      isBusy={isBusy}
      keyOf={({ address }) => address}
      columns={[
        {
          heading: 'Rank',
          isNumber: true,
          className: 'w-20 text-muted phone:hidden',
          cell: ({ rank }) => <Numeral value={rank} />,
        },
        {
          heading: 'Address',
          className: 'phone:col-start-1 phone:row-start-1',
          cell: ({ rank, address }) => (
            <>
              <span className="me-2 text-sm text-muted md:hidden">
                <Numeral value={rank} />
              </span>
              <MarkedId text={address} to={addressLink(address)} />
            </>
          ),
        },
        {
          heading: 'Balance',
          isNumber: true,
          className: amountPlace(balances),
          cell: ({ balance }) => <Amount digits={balance} places={places} />,
        },
        {
          heading: 'Share of supply',
          isNumber: true,
          className: 'phone:col-start-1 phone:row-start-2 phone:text-start',
          cell: ({ share }) => <Share percent={share} />,
        },
        changeColumn(results, 'Change, 24 h', ({ day_change }) => day_change, 'phone:hidden'),
        changeColumn(
          results,
          'Change, 7 days',
          ({ week_change }) => week_change,
          balances.some(isLongAmount)
            ? 'phone:col-span-2 phone:col-start-1 phone:row-start-5'
            : 'phone:col-start-2 phone:row-start-2',
        ),
      ]}
    />
  )
}

function changeColumn(
  rows: RuneHolder[],
  heading: string,
  changeOf: (row: RuneHolder) => string,
  className: string,
): Column<RuneHolder> {
  const places = placesOf(rows.map(changeOf))
  return {
    heading,
    isNumber: true,
    className,
    cell: (row) => <Amount digits={changeOf(row)} places={places} isSigned />,
  }
}

/** How much the largest holders have together, in a sentence. */
export function Concentration({ page: { concentration } }: Pick<Props, 'page'>) {
  if (concentration.length === 0) return null
  return (
    <p className="text-sm text-muted">
      {concentration.map(({ holders, share }, index) => (
        <span key={holders}>
          {index > 0 && ', '}
          {holders === 1 ? 'The largest holder has ' : `the largest ${holders} `}
          <span className="font-medium text-ink">
            <Percent value={share} />
          </span>
        </span>
      ))}
      .
    </p>
  )
}
