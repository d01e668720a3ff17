import type { FormEvent } from 'react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type Filter, NO_FILTER } from '../ledger/filter.ts'
import { OPERATIONS } from '../ledger/wholeRecord.ts'
import { ForeignText } from '../ui/ForeignText.tsx'
import { GROUPED, readShown } from './address.ts'
import type { ViewProps } from './asking.ts'

type Props = Pick<ViewProps, 'asked' | 'linkTo'> & {
  /** Sums are made of whole accounts: only some filters make sense for them. */
  fields: 'of records' | 'of sums' | 'of checks'
}

/** Asks for some records only; what is asked stands in the address, and each part can be taken back. */
export function FilterForm({ asked: { filter }, linkTo, fields }: Props) {
  const navigate = useNavigate()
  // On a phone, below 44rem, it would stand before the records for a whole screen.
  const [isWide] = useState(() => innerWidth >= 704)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const search = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget)) {
      // No rune has a comma in its name or id.
      const values = name === 'rune' ? String(value).split(',') : [String(value)]
      for (const value of values) search.append(name, value.trim())
    }
    const { filter } = readShown(search).shown
    setForm({ ...form, submitted: JSON.stringify(filter) })
    navigate(linkTo({ filter }))
  }

  // A change of the address by a link or Back fills the fields anew; who filters keeps the focus.
  const [form, setForm] = useState({ key: 0, seen: JSON.stringify(filter), submitted: '' })
  const now = JSON.stringify(filter)
  if (now !== form.seen) {
    const key = now === form.submitted ? form.key : form.key + 1
    setForm({ key, seen: now, submitted: '' })
  }

  const parts = partsOf(filter)
  return (
    <div className="space-y-2">
      <details open={isWide}>
        <summary className="link min-h-6 text-sm">
          Filter{parts.length > 0 && ` (${parts.length} set)`}
        </summary>
        <form
          key={form.key}
          onSubmit={submit}
          aria-label="Filter the records"
          className="flex flex-wrap items-end gap-x-4 gap-y-2 text-sm"
        >
          {fields === 'of records' ? (
            <Operations chosen={filter.operations} />
          ) : (
            <Kept {...filter} />
          )}
          <Field name="rune" label="Rune" value={filter.runes.join(', ')} />
          {fields === 'of checks' ? (
            <input type="hidden" name="address" value={filter.address ?? ''} />
          ) : (
            <Field name="address" label="Address" value={filter.address} />
          )}
          {fields === 'of records' && (
            <>
              <Field name="min" label="Amount from" value={filter.min} allowed={AMOUNT} />
              <Field name="max" label="Amount up to" value={filter.max} allowed={AMOUNT} />
              <Field name="output" label="Output" value={filter.output} allowed={OUTPUT} />
            </>
          )}
          <Field name="text" label="Any text" value={filter.text} />
          <button type="submit" className="button">
            Filter
          </button>
        </form>
      </details>
      {parts.length > 0 && <Asked parts={parts} linkTo={linkTo} />}
    </div>
  )
}

/** What is asked of records goes on being asked of them, once the reader is back there. */
function Kept({ operations, min, max, output }: Filter) {
  const kept = [
    ...operations.map((operation) => ['op', operation] as const),
    ['min', min],
    ['max', max],
    ['output', output],
  ] as const
  return kept.map(
    ([name, value]) =>
      value !== undefined && (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ),
  )
}

function Operations({ chosen }: { chosen: string[] }) {
  return (
    <fieldset className="flex min-h-9 flex-wrap items-center gap-x-3">
      <legend className="text-muted">Operations</legend>
      {[...new Set([...OPERATIONS, ...chosen])].map((operation) => (
        <label key={operation} className="flex min-h-6 items-center gap-1">
          <input
            type="checkbox"
            name="op"
            value={operation}
            defaultChecked={chosen.includes(operation)}
          />
          <ForeignText text={operation.slice(0, 60)} />
        </label>
      ))}
    </fieldset>
  )
}

/** What a field may hold, as the browser checks and says it; the address takes the same. */
type Allowed = { pattern: string; title: string }

const AMOUNT: Allowed = {
  pattern: GROUPED.source,
  title: 'An amount such as 1,234.5',
}
const OUTPUT: Allowed = {
  pattern: '\\s*((0[xX])?[0-9a-fA-F]{64}:)?[0-9]{1,9}\\s*',
  title: 'The index of an output, or <transaction id>:<index>',
}

type FieldProps = { name: string; label: string; value: string | undefined; allowed?: Allowed }

function Field({ name, label, value = '', allowed }: FieldProps) {
  return (
    <label className="text-muted">
      {label}
      <input
        {...allowed}
        name={name}
        defaultValue={value}
        autoComplete="off"
        spellCheck={false}
        className="field block w-32 text-ink"
      />
    </label>
  )
}

type AskedProps = Pick<Props, 'linkTo'> & { parts: ReturnType<typeof partsOf> }

/** What is asked, each part with the way to do without it. */
function Asked({ parts, linkTo }: AskedProps) {
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-2 text-sm">
      {parts.map(({ name, value, without }) => (
        <li key={`${name} ${value}`}>
          <a
            href={linkTo({ filter: without })}
            aria-label={`Without ${name} ${value}`}
            className="button min-h-6"
          >
            <span className="text-muted">{name}</span> <ForeignText text={value.slice(0, 80)} />{' '}
            <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
      <li>
        <a href={linkTo({ filter: NO_FILTER })} className="link inline-flex min-h-9 items-center">
          Without any filter
        </a>
      </li>
    </ul>
  )
}

const NAMES = {
  address: 'address',
  min: 'amount from',
  max: 'amount up to',
  output: 'output',
  text: 'text',
} as const

function partsOf(filter: Filter) {
  const { operations, runes } = filter
  const but = (values: string[], value: string) => values.filter((other) => other !== value)
  return [
    ...operations.map((value) => ({
      name: 'operation',
      value,
      without: { ...filter, operations: but(operations, value) },
    })),
    ...runes.map((value) => ({
      name: 'rune',
      value,
      without: { ...filter, runes: but(runes, value) },
    })),
    ...(['address', 'min', 'max', 'output', 'text'] as const).flatMap((part) => {
      const { [part]: value, ...without } = filter
      return value === undefined ? [] : [{ name: NAMES[part], value, without }]
    }),
  ]
}
