import { group, rollup } from 'd3-array'
import { type ReactNode, useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { MAX_NAMED_ADDRESSES } from '../../../contract/schemas/alike.ts'
import type { PendingMovement, PendingTransaction } from '../../../contract/schemas/pending.ts'
import { SearchLink } from '../../lists/SearchLink.tsx'
import { GROUP_SWITCH, isSwitchedOn, SwitchLink } from '../../lists/SwitchLink.tsx'
import { type ViewList, Views } from '../../lists/Views.tsx'
import { refusedParts } from '../../movements/ForeseenRefusals.tsx'
import { CHANGE_SWITCH } from '../../movements/MovementList.tsx'
import { OutputTable } from '../../movements/OutputList.tsx'
import { type PendingRow, PendingRows } from '../../movements/Pending.tsx'
import { AddressTotalsTable } from '../../movements/TotalsTables.tsx'
import { OWN_OUTPUTS, OWNER } from '../../movements/TransactionOutputs.tsx'
import { RunestoneParts } from '../../runes/RunestoneParts.tsx'
import { Unknown } from '../../ui/Notice.tsx'
import { addAmounts, Count, type FigureName, Numeral, trimDecimal } from '../../ui/numbers.tsx'
import { INPUTS_VIEW, InputList } from './PendingInputs.tsx'

type Page = { view: string | null }
type Props = { page: Page; transaction: PendingTransaction }

/** What an unconfirmed transaction would do, in tabs like those of a confirmed one. */
export function PendingViews({ page, transaction }: Props) {
  return <Views label="Parts of the transaction" views={VIEWS} page={page} details={transaction} />
}

const VIEWS: ViewList<Page, PendingTransaction> = [
  {
    name: 'Movements',
    count: ({ movements }) => movements,
    content: (_, transaction) => <Movements transaction={transaction} />,
  },
  {
    view: 'by-address',
    name: 'By address',
    count: ({ by_address_total }) => by_address_total,
    content: (_, { by_address, by_address_total, counts }) => (
      <FirstRows shown={by_address.length} total={by_address_total} name="unconfirmed.by_address">
        <AddressTotalsTable rows={by_address} counts={counts} />
      </FirstRows>
    ),
  },
  {
    view: INPUTS_VIEW,
    name: 'Inputs',
    count: ({ input_count }) => input_count,
    content: (_, { inputs, input_count }) => (
      <FirstRows shown={inputs.length} total={input_count} name="unconfirmed.input_count">
        <section className="panel">
          <InputList inputs={inputs} />
        </section>
      </FirstRows>
    ),
  },
  {
    view: 'outputs',
    name: 'Outputs',
    count: ({ outputs_total }) => outputs_total,
    content: (_, { outputs, outputs_total }) => (
      <FirstRows shown={outputs.length} total={outputs_total} name="unconfirmed.outputs">
        <Outputs outputs={outputs} />
      </FirstRows>
    ),
  },
  {
    view: 'runestone',
    name: 'Runestone',
    content: (_, { runestone, refusals, newest_block }) =>
      runestone === undefined ? (
        <p className="mt-3 text-sm text-muted">
          No runestone: everything would go to the first output that can hold it; without one, it
          would be destroyed.
        </p>
      ) : (
        <div className="mt-3">
          <RunestoneParts
            runestone={runestone}
            refused={refusedParts(refusals, newest_block.block_height + 1)}
          />
        </div>
      ),
  },
]

type FirstRowsProps = { shown: number; total: number; name: FigureName; children: ReactNode }

/** A table that has at most the first rows. */
function FirstRows({ shown, total, name, children }: FirstRowsProps) {
  return (
    <div className="mt-3">
      {total > shown && (
        <p className="mb-2 text-sm text-muted">
          The first <Numeral name="list.shown" value={shown} /> of{' '}
          <Numeral name={name} value={total} />.
        </p>
      )}
      {children}
    </div>
  )
}

function Movements({
  transaction: { results, changes, movements },
}: {
  transaction: PendingTransaction
}) {
  const [search] = useSearchParams()
  const id = useId()
  const isFiltered = FILTERS.some((name) => search.get(name))
  const hasChange = isSwitchedOn(search, CHANGE_SWITCH) || search.get('type') === 'change'
  const isGrouped = isSwitchedOn(search, GROUP_SWITCH)
  const listed = hasChange ? [...results, ...changes] : results
  const all = listed.filter((movement) => isAsked(movement, search))
  const rows = isGrouped ? groupAlike(all) : all
  const isPartial = movements > results.length
  if (results.length === 0 && changes.length === 0) return null
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 py-2">
        <SwitchLink {...GROUP_SWITCH} />
        {changes.length > 0 && <SwitchLink {...CHANGE_SWITCH} />}
        {isFiltered && (
          <SearchLink changes={NO_GROUP} className="link text-sm">
            Show all movements
          </SearchLink>
        )}
        <p id={id} className="ms-auto text-sm text-muted">
          {rows.length < all.length && (
            <>
              <Count name="unconfirmed.groups" value={rows.length} one="group" /> of{' '}
            </>
          )}
          <Count name="unconfirmed.rows" value={all.length} one="movement" />
          {isPartial && (
            <>
              {isFiltered && (
                <>
                  {' '}
                  among the first <Numeral name="list.shown" value={results.length} />
                </>
              )}{' '}
              of <Numeral name="unconfirmed.movements" value={movements} />
            </>
          )}
        </p>
      </div>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">
          {isFiltered
            ? 'No movement here is like this.'
            : 'Everything would come back to its owner.'}
        </p>
      ) : (
        <PendingRows rows={rows} total={rows.length} subject="transaction" />
      )}
    </>
  )
}

/** Those of a group, in the URL as of a confirmed transaction. */
const FILTERS = ['type', 'rune', 'giver', 'min', 'max'] as const
const NO_GROUP = Object.fromEntries([...FILTERS, 'group'].map((name) => [name, undefined]))

function isAsked(movement: PendingMovement, search: URLSearchParams): boolean {
  const { type, rune, from } = movement
  const amount = trimDecimal(movement.amount)
  const values: Record<(typeof FILTERS)[number], string[]> = {
    type: [type],
    rune: [rune.id, rune.name, rune.spaced_name],
    giver: [from ?? 'none'],
    min: [amount],
    max: [amount],
  }
  return FILTERS.every((name) => {
    const asked = search.get(name)
    return !asked || values[name].includes(asked)
  })
}

/** Movements of one type, rune, giver and amount are one row, at the place of the first. */
function groupAlike(movements: PendingMovement[]): PendingRow[] {
  const alike = [...group(movements, keyOf).values()]
  const several = alike.filter(({ length }) => length > 1)
  const single = alike.filter(({ length }) => length === 1)
  return [...several.flatMap(groupOf), ...single.flat()]
}

function keyOf({ type, rune, from, amount, is_new = false }: PendingMovement): string {
  return [type, rune.id, from, amount, is_new].join(' ')
}

function groupOf(movements: PendingMovement[]): PendingRow[] {
  const [first] = movements
  if (first === undefined) return []
  const amount = addAmounts(movements.map((movement) => movement.amount))
  const to = movements.flatMap((movement) => movement.to ?? [])
  const counts = rollup(
    to,
    (own) => own.length,
    (address) => address,
  )
  const receivers = {
    addresses: counts.size,
    first: [...counts.keys()].slice(0, MAX_NAMED_ADDRESSES),
    most: Math.max(0, ...counts.values()),
    without_address: movements.length - to.length,
  }
  return [{ ...first, amount, group: { times: movements.length, each: first.amount, receivers } }]
}

function Outputs({ outputs }: Pick<PendingTransaction, 'outputs'>) {
  if (outputs.length === 0) return <Unknown title="No output would get runes">{null}</Unknown>
  return <OutputTable {...OWN_OUTPUTS} rows={outputs} columns={() => [OWNER]} hasSpends={false} />
}
