import type { ReactNode } from 'react'
import { RuneName } from '../../activity/RuneName.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Figures, RuneCount } from '../engine/figures.ts'
import { isEmpty } from '../engine/filter.ts'
import { useAsked, type ViewProps } from './asking.ts'
import { CountLink } from './CountLink.tsx'
import { FiguresTable } from './FiguresTable.tsx'
import { FilterForm } from './FilterForm.tsx'
import { LargestMoves } from './LargestMoves.tsx'
import { OperationFigure, StretchFigure } from './OperationFigures.tsx'

/** A block in figures; every bar leads to the records that it counts. */
export function BlockPicture(props: ViewProps) {
  const { shown, asked } = props
  const { filter } = asked
  const { data: figures, isBusy } = useAsked(shown, ['figures', filter], (set) =>
    set.figures(filter),
  )
  if (figures === undefined) return <Skeleton lines={12} label="Counting the records" />
  return (
    <section aria-labelledby="picture-heading" aria-busy={isBusy} className="stack-4">
      <h2 id="picture-heading" className="text-lg font-semibold">
        The block in figures
      </h2>
      <FilterForm {...props} fields="of records" />
      {figures.records === 0 ? (
        <p>{isEmpty(filter) ? 'There is nothing to count.' : 'No record passes the filter.'}</p>
      ) : (
        <AllFigures figures={figures} {...props} />
      )}
    </section>
  )
}

export type FigureProps = ViewProps & { figures: Figures }

function AllFigures(props: FigureProps) {
  const { figures } = props
  return (
    <>
      <OperationFigure {...props} />
      <StretchFigure {...props} />
      <div className="grid gap-4 lg:grid-cols-2">
        <RuneFigure {...props} counted="records" runes={figures.byRecords} />
        <RuneFigure {...props} counted="transactions" runes={figures.byTransactions} />
      </div>
      <LargestMoves {...props} />
    </>
  )
}

type PanelProps = { id: string; heading: string; says: ReactNode; children: ReactNode }

/** A heading, what the figure says in a sentence, and the figure: a table with bars in it. */
export function FigurePanel({ id, heading, says, children }: PanelProps) {
  return (
    <section aria-labelledby={id} className="panel min-w-0 overflow-hidden">
      <div className="stack-1 px-3 py-3">
        <h3 id={id} className="font-semibold">
          {heading}
        </h3>
        <p className="max-w-prose text-sm text-muted">{says}</p>
      </div>
      <ScrollRegion label={`${heading}: table`}>{children}</ScrollRegion>
    </section>
  )
}

type RuneFigureProps = FigureProps & {
  counted: 'records' | 'transactions'
  runes: RuneCount[]
}

function RuneFigure({ figures, asked: { filter }, linkTo, counted, runes }: RuneFigureProps) {
  const [top] = runes
  if (top === undefined) return
  return (
    <FigurePanel
      id={`runes-by-${counted}`}
      heading={`Runes by ${counted}`}
      says={
        <>
          {figures.runes > runes.length && (
            <>
              The first <Numeral value={runes.length} /> of <Numeral value={figures.runes} /> runes.{' '}
            </>
          )}
          First is <RuneName rune={top.rune} /> in <Numeral value={top[counted]} /> of{' '}
          <Numeral value={figures[counted]} /> {counted}.
        </>
      }
    >
      <FiguresTable
        caption={`Runes by ${counted}`}
        columns={['Rune', counted === 'records' ? 'Records' : 'Transactions']}
      >
        {runes.map((count) => (
          <tr key={count.rune.id}>
            <td>
              <RuneName rune={count.rune} />
            </td>
            <td className="w-1/2">
              <CountLink
                to={linkTo({
                  view: 'records',
                  filter: { ...filter, runes: [count.rune.id] },
                  grouping: counted === 'records' ? undefined : 'transaction',
                })}
                value={count[counted]}
                share={count[counted] / top[counted]}
                look="text-accent"
              />
            </td>
          </tr>
        ))}
      </FiguresTable>
    </FigurePanel>
  )
}
