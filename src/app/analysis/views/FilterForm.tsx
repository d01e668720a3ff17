import type { FormEvent } from 'react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ForeignText } from '../../ui/ForeignText.tsx'
import { type Filter, NO_FILTER } from '../engine/filter.ts'
import { OPERATIONS } from '../engine/wholeRecord.ts'
import { GROUPED, readShown } from './address.ts'
import type { ViewProps } from './asking.ts'

/** What can be asked, by its name in the address. Sums and checks need all records, so less of them. */
const FIELDS = {
  'of records': ['op', 'rune', 'address', 'min', 'max', 'output', 'text'],
  'of sums': ['rune', 'address', 'text'],
  'of checks': ['rune', 'text'],
} as const

type Props = Pick<ViewProps, 'asked' | 'linkTo'> & { fields: keyof typeof FIELDS }

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
  const has = (field: string) => FIELDS[fields].some((known) => known === field)
  // It goes on being asked of the records, once the reader is back there.
  const idle = parts.filter(({ field }) => !has(field))
  return (
    <div className="stack-2">
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
          {has('op') && <Operations chosen={filter.operations} />}
          {TEXTS.filter(({ name }) => has(name)).map(({ name, label, allowed }) => (
            <Field
              key={name}
              name={name}
              label={label}
              value={name === 'rune' ? filter.runes.join(', ') : filter[name]}
              allowed={allowed}
            />
          ))}
          {idle.map(({ field, value }) => (
            <input key={`${field} ${value}`} type="hidden" name={field} value={value} />
          ))}
          <button type="submit" className="button">
            Filter
          </button>
        </form>
      </details>
      {parts.length > 0 && <Asked parts={parts} linkTo={linkTo} />}
      {idle.length > 0 && (
        <p className="text-sm text-muted">
          Not applied here, where only all records give a right answer:{' '}
          <ForeignText text={idle.map(({ name, value }) => `${name} ${value}`).join(', ')} />.
        </p>
      )}
    </div>
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

const TEXTS = [
  { name: 'rune', label: 'Rune', allowed: undefined },
  { name: 'address', label: 'Address', allowed: undefined },
  { name: 'min', label: 'Amount from', allowed: AMOUNT },
  { name: 'max', label: 'Amount up to', allowed: AMOUNT },
  { name: 'output', label: 'Output', allowed: OUTPUT },
  { name: 'text', label: 'Any text', allowed: undefined },
] as const

type FieldProps = {
  name: string
  label: string
  value: string | undefined
  allowed: Allowed | undefined
}

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

/** What is asked, part by part: its name in the address and in words, and the filter without it. */
function partsOf(filter: Filter) {
  const { operations, runes } = filter
  const but = (values: string[], value: string) => values.filter((other) => other !== value)
  return [
    ...operations.map((value) => ({
      field: 'op',
      name: 'operation',
      value,
      without: { ...filter, operations: but(operations, value) },
    })),
    ...runes.map((value) => ({
      field: 'rune',
      name: 'rune',
      value,
      without: { ...filter, runes: but(runes, value) },
    })),
    ...TEXTS.flatMap(({ name: field, label }) => {
      if (field === 'rune') return []
      const { [field]: value, ...without } = filter
      return value === undefined ? [] : [{ field, name: label.toLowerCase(), value, without }]
    }),
  ]
}
