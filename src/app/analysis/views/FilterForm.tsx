import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { type Filter, NO_FILTER } from '../engine/filter.ts'
import { OPERATIONS } from '../engine/listRecord.ts'
import type { ViewProps } from './AnalysisView.tsx'
import { GROUPED, readViewState } from './viewState.ts'

/** What each kind of result can be filtered by. Nets and checks need all records of what they are of. */
const FIELDS = {
  records: ['op', 'rune', 'address', 'min', 'max', 'output', 'text'],
  nets: ['rune', 'address', 'text'],
  checks: ['rune', 'text'],
} as const

type Props = Pick<ViewProps, 'state' | 'linkTo'> & { fields: keyof typeof FIELDS }

/** A form that puts a filter into the address, and links that remove parts of it. */
export function FilterForm({ state: { filter }, linkTo, fields }: Props) {
  const navigate = useNavigate()
  // On a phone it would take the whole screen.
  const [isWide] = useState(() => innerWidth >= 704)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const search = new URLSearchParams()
    for (const [name, text] of new FormData(event.currentTarget)) {
      // No rune has a comma in its name or id.
      const values = name === 'rune' ? String(text).split(',') : [String(text)]
      for (const value of values) search.append(name, value.trim())
    }
    const { filter } = readViewState(search).state
    setForm({ ...form, submitted: JSON.stringify(filter) })
    navigate(linkTo({ filter }), { preventScrollReset: true })
  }

  // A filter that came by a link or by Back fills the fields; the reader's own keeps their focus.
  const [form, setForm] = useState({ key: 0, filter: JSON.stringify(filter), submitted: '' })
  const current = JSON.stringify(filter)
  if (current !== form.filter) {
    const key = current === form.submitted ? form.key : form.key + 1
    setForm({ key, filter: current, submitted: '' })
  }

  const parts = partsOf(filter)
  const applies = (field: string) => FIELDS[fields].some((known) => known === field)
  const unapplied = parts.filter(({ field }) => !applies(field))
  return (
    <div className="space-y-2 text-sm">
      <details open={isWide}>
        <summary className="link min-h-6">
          Filter{parts.length > 0 && ` (${parts.length} set)`}
        </summary>
        <form
          key={form.key}
          onSubmit={submit}
          aria-label="Filter the records"
          className="flex flex-wrap items-end gap-x-4 gap-y-2"
        >
          {applies('op') && <Operations selected={filter.operations} />}
          {TEXT_FIELDS.filter(({ name }) => applies(name)).map(({ name, label, allowed }) => (
            <label key={name} className="text-muted">
              {label}
              <input
                {...allowed}
                name={name}
                defaultValue={name === 'rune' ? filter.runes.join(', ') : filter[name]}
                autoComplete="off"
                spellCheck={false}
                className="field block w-28 text-ink"
              />
            </label>
          ))}
          {unapplied.map(({ field, value }) => (
            <input key={`${field} ${value}`} type="hidden" name={field} value={value} />
          ))}
          <button type="submit" className="button">
            Filter
          </button>
        </form>
      </details>
      {parts.length > 0 && <FilterParts parts={parts} linkTo={linkTo} />}
      {unapplied.length > 0 && (
        <p className="text-muted">
          Not applied here, where only all records give a correct result:{' '}
          <UntrustedText text={unapplied.map(({ name, value }) => `${name} ${value}`).join(', ')} />
          .
        </p>
      )}
    </div>
  )
}

function Operations({ selected }: { selected: string[] }) {
  return (
    <fieldset className="flex min-h-9 flex-wrap items-center gap-x-3">
      <legend className="text-muted">Operations</legend>
      {[...new Set([...OPERATIONS, ...selected])].map((operation) => (
        <label key={operation} className="flex min-h-6 items-center gap-1">
          <input
            type="checkbox"
            name="op"
            value={operation}
            defaultChecked={selected.includes(operation)}
          />
          <UntrustedText text={operation.slice(0, 60)} />
        </label>
      ))}
    </fieldset>
  )
}

const AMOUNT = { pattern: GROUPED.source, title: 'An amount such as 1,234.5' }
const OUTPUT = {
  pattern: '\\s*((0[xX])?[0-9a-fA-F]{64}:)?[0-9]{1,9}\\s*',
  title: 'The index of an output, or <transaction id>:<index>',
}

/** `allowed` is checked by the browser, and the same as in the address. */
const TEXT_FIELDS = [
  { name: 'rune', label: 'Rune', allowed: undefined },
  { name: 'address', label: 'Address', allowed: undefined },
  { name: 'min', label: 'Amount from', allowed: AMOUNT },
  { name: 'max', label: 'Amount up to', allowed: AMOUNT },
  { name: 'output', label: 'Output', allowed: OUTPUT },
  { name: 'text', label: 'Any text', allowed: undefined },
] as const

type FilterPart = { field: string; name: string; value: string; without: Filter }

function FilterParts({ parts, linkTo }: Pick<Props, 'linkTo'> & { parts: FilterPart[] }) {
  return (
    <ul aria-label="Filters" className="flex flex-wrap items-center gap-2">
      {parts.map(({ name, value, without }) => (
        <li key={`${name} ${value}`}>
          <Link
            to={linkTo({ filter: without })}
            preventScrollReset
            aria-label={`Remove ${name} ${value}`}
            className="button min-h-6"
          >
            <span className="text-muted">{name}</span> <UntrustedText text={value.slice(0, 80)} />
            <X aria-hidden="true" className="size-4" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={linkTo({ filter: NO_FILTER })}
          preventScrollReset
          className="link inline-flex min-h-9 items-center"
        >
          Clear the filter
        </Link>
      </li>
    </ul>
  )
}

const LISTS = [
  { key: 'operations', field: 'op', name: 'operation' },
  { key: 'runes', field: 'rune', name: 'rune' },
] as const

/** The parts of a filter, each with the filter without it. */
function partsOf(filter: Filter): FilterPart[] {
  return [
    ...LISTS.flatMap(({ key, field, name }) =>
      filter[key].map((value) => {
        const others = filter[key].filter((other) => other !== value)
        return { field, name, value, without: { ...filter, [key]: others } }
      }),
    ),
    ...TEXT_FIELDS.flatMap(({ name: field, label }) => {
      if (field === 'rune') return []
      const { [field]: value, ...without } = filter
      return value === undefined ? [] : [{ field, name: label.toLowerCase(), value, without }]
    }),
  ]
}
