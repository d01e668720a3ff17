import { PAGING_RULES } from '../../../contract/paging.ts'
import { OperationBadge } from '../../activity/OperationBadge.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import type { Stretch } from '../engine/figures.ts'
import { AS_READ } from '../engine/sort.ts'
import { FigurePanel, type FigureProps } from './BlockPicture.tsx'
import { Bar, CountLink } from './CountLink.tsx'
import { FiguresTable } from './FiguresTable.tsx'

const LOOKS = new Map<string, string>([
  ['etching', 'text-etching'],
  ['mint', 'text-mint'],
  ['burn', 'text-burn'],
  ['send', 'text-send'],
  ['receive', 'text-receive'],
])

// A service may know others: those with most records have a place of their own.
const MOST_OPERATIONS = 8

/** Mints against transfers, and whatever else happened. */
export function OperationFigure({ figures, asked: { filter }, linkTo }: FigureProps) {
  const { operations, minting, transferring, both, transactions } = figures
  const most = Math.max(...operations.map(({ records }) => records))
  const ofOperation = (operation: string) => ({ ...filter, operations: [operation] })
  return (
    <FigurePanel
      id="operations"
      heading="Mints against transfers"
      says={
        <>
          Of <Numeral value={transactions} /> transactions <Numeral value={minting} /> mint,{' '}
          <Numeral value={transferring} /> transfer (send), and <Numeral value={both} /> of these do
          both.
        </>
      }
    >
      <FiguresTable
        caption="Records and transactions by operation"
        columns={['Operation', 'Records', { number: 'Transactions' }]}
      >
        {operations.slice(0, MOST_OPERATIONS).map(({ operation, records, transactions }) => (
          <tr key={operation}>
            <td className="whitespace-nowrap">
              <OperationBadge operation={operation} />
            </td>
            <td className="w-1/2">
              <CountLink
                to={linkTo({
                  view: 'records',
                  filter: ofOperation(operation),
                  grouping: undefined,
                })}
                value={records}
                share={records / most}
                look={lookOf(operation)}
              />
            </td>
            <td className="text-end">
              <a
                href={linkTo({
                  view: 'records',
                  filter: ofOperation(operation),
                  grouping: 'transaction',
                })}
                className="link"
              >
                <Numeral value={transactions} />
              </a>
            </td>
          </tr>
        ))}
      </FiguresTable>
    </FigurePanel>
  )
}

/** What happened along the block, from its last transaction to its first, as the list has them. */
export function StretchFigure({ figures, linkTo }: FigureProps) {
  const operations = figures.operations.slice(0, MOST_OPERATIONS)
  const limit = Math.min(figures.stretches[0]?.length ?? 1, PAGING_RULES.limit.max)
  const linkOf = ({ offset }: Stretch) =>
    linkTo(
      {
        view: 'records',
        grouping: undefined,
        sort: AS_READ,
      },
      { offset, limit },
    )
  return (
    <FigurePanel
      id="stretches"
      heading="Operations along the block"
      says="The records in their order, the block's last transactions first, in stretches of one length: each bar shows what a stretch is made of, and leads to it."
    >
      <table className="figures-table w-full">
        <caption className="sr-only">Records by operation along the block</caption>
        <thead className="bg-sunken text-sm text-muted">
          <tr className="whitespace-nowrap">
            <th scope="col">Records</th>
            {operations.map(({ operation }) => (
              <th key={operation} scope="col" className="text-end">
                <OperationBadge operation={operation} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.stretches.map((stretch) => (
            <tr key={stretch.offset}>
              <th scope="row" className="w-1/2 min-w-64 font-normal">
                <a href={linkOf(stretch)} className="link flex min-h-6 items-center gap-2">
                  <span className="min-w-24 whitespace-nowrap">
                    <Numeral value={stretch.offset + 1} />–
                    <Numeral value={stretch.offset + stretch.length} />
                  </span>
                  <Bar parts={partsOf(stretch)} />
                </a>
              </th>
              {operations.map(({ operation }) => (
                <td key={operation} className="text-end">
                  <Numeral value={stretch.operations.get(operation) ?? 0} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </FigurePanel>
  )
}

/** In one order along the whole block; what has no colour of its own stands together at the end. */
function partsOf({ operations, length }: Stretch) {
  const known = [...LOOKS].map(([operation, look]) => ({
    share: (operations.get(operation) ?? 0) / length,
    look,
  }))
  const rest = 1 - known.map(({ share }) => share).reduce((a, b) => a + b, 0)
  return [...known, { share: rest, look: 'text-muted' }].filter(({ share }) => share > 1e-9)
}

function lookOf(operation: string): string {
  return LOOKS.get(operation) ?? 'text-muted'
}
