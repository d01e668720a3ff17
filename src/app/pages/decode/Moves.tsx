import type { PendingMovement } from '../../../contract/schemas/pending.ts'
import { Owner } from '../../movements/columns.tsx'
import { TypeBadge } from '../../movements/TypeBadge.tsx'
import { RuneName } from '../../runes/RuneName.tsx'
import { Amount, Numeral } from '../../ui/numbers.tsx'

type Props = { results: PendingMovement[]; total: number }

/** What a transaction would move: a row for each output that gets something, and for each burn. */
export function Moves({ results, total }: Props) {
  return (
    <section>
      <div className="mt-4 mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-lg font-semibold tracking-tight">What it would do</h2>
        <span className="text-sm text-muted phone:hidden">if it were mined next</span>
      </div>
      <ul className="panel grid grid-cols-[auto_auto_minmax(0,1fr)_auto] gap-x-4 divide-y divide-line text-sm phone:block">
        {results.flatMap((movement, index) =>
          rowsOf(movement).map((row, part) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: movements may be equal.
              key={`${index} ${part}`}
              className="col-span-full grid min-h-10 grid-cols-subgrid items-center px-4 py-1.5 phone:flex phone:flex-wrap phone:gap-x-2 phone:gap-y-0.5 phone:px-3"
            >
              <span className="phone:empty:hidden">
                {part === 0 && <TypeBadge type={movement.type} />}
              </span>
              <span className="text-end">
                <Amount name="movement.amount" digits={row.amount} />
              </span>
              <RuneName rune={movement.rune} />
              <Destination movement={movement} row={row} />
            </li>
          )),
        )}
      </ul>
      {total > results.length && (
        <p className="mt-2 text-sm text-muted">
          The first <Numeral name="list.shown" value={results.length} /> of{' '}
          <Numeral name="decoded.movements" value={total} />.
        </p>
      )}
    </section>
  )
}

type Row = NonNullable<PendingMovement['receipts']>[number]

function rowsOf({ receipts, amount, to, output = '' }: PendingMovement): Row[] {
  return receipts ?? [{ amount, to, output }]
}

function Destination({
  movement: { type },
  row: { to, output },
}: {
  movement: PendingMovement
  row: Row
}) {
  const [, vout] = output.split(':')
  if (type === 'burn') return <span className="text-muted">destroyed</span>
  if (vout === undefined) return <span className="text-muted">no holder</span>
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 phone:basis-full">
      to <Owner address={to} />{' '}
      <span className="text-muted">
        output <Numeral name="movement.vout" value={vout} />
      </span>
    </span>
  )
}
