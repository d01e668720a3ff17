import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { OPERATIONS } from '../../../contract/activity.ts'
import { useLanguage } from '../../ui/language.ts'
import { formatDecimal } from '../../ui/numbers.tsx'
import { decimalPattern, readDecimal } from '../../ui/typedNumbers.ts'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { useFormReset } from '../../ui/useFormReset.ts'
import { type Filter, NO_FILTER } from '../engine/filter.ts'
import type { ViewProps } from './viewProps.ts'
import { readViewState } from './viewState.ts'

/** The fields that apply to each kind of result. Net changes and checks need all records of a rune. */
const FIELDS = {
  records: ['op', 'rune', 'address', 'min', 'max', 'output', 'text'],
  nets: ['rune', 'address', 'text'],
  netsByRune: ['rune', 'text'],
  checks: ['rune', 'text'],
} as const

type Props = Pick<ViewProps, 'state' | 'linkTo'> & { fields: keyof typeof FIELDS }

/** A form that puts a filter into the URL, and links that remove parts of it. */
export function RecordFilterForm({ state: { filter }, linkTo, fields }: Props) {
  const navigate = useNavigate()
  const language = useLanguage()
  const form = useFormReset(JSON.stringify(filter))
  // On phones, an open form would fill the screen.
  const [isWide] = useState(() => innerWidth >= 704)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const search = new URLSearchParams()
    for (const [name, text] of new FormData(event.currentTarget)) {
      for (const value of valuesOf(name, String(text), language)) search.append(name, value)
    }
    const { filter } = readViewState(search).state
    navigate(linkTo({ filter }), { preventScrollReset: true })
  }

  const parts = partsOf(filter, language)
  const applies = (field: string) => FIELDS[fields].some((known) => known === field)
  const unapplied = parts.filter(({ field }) => !applies(field))
  return (
    <div className="space-y-2 text-sm">
      <details open={isWide}>
        <summary className="link min-h-6">
          Filter{parts.length > 0 && ` (${parts.length} active)`}
        </summary>
        <form
          ref={form}
          onSubmit={submit}
          aria-label="Filter records"
          className="flex flex-wrap items-end gap-x-4 gap-y-2"
        >
          {applies('op') && <Operations selected={filter.operations} />}
          {TEXT_FIELDS.filter(({ name }) => applies(name)).map(({ name, label, allowed }) => (
            <label key={name} className="text-muted">
              {label}
              <input
                {...(allowed === 'amount' ? describeAmount(language) : allowed)}
                name={name}
                defaultValue={
                  name === 'rune'
                    ? filter.runes.join(', ')
                    : show(name, filter[name] ?? '', language)
                }
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
          Not applied, because this view needs all records of a rune:{' '}
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
      {[...new Set<string>([...OPERATIONS, ...selected])].map((operation) => (
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

/** The values of a field, as the URL has them. */
function valuesOf(name: string, text: string, language: string): string[] {
  // No rune has a comma in its name or id.
  if (name === 'rune') return text.split(',').map((rune) => rune.trim())
  return [isAmount(name) ? (readDecimal(text, language) ?? text) : text.trim()]
}

/** A value in the form in which readers type it. */
function show(name: string, value: string, language: string): string {
  return isAmount(name) ? formatDecimal(value, language) : value
}

function isAmount(name: string): boolean {
  return TEXT_FIELDS.some((field) => field.name === name && field.allowed === 'amount')
}

function describeAmount(language: string) {
  return {
    pattern: decimalPattern(language),
    title: `An amount such as ${formatDecimal('1234.5', language)}`,
  }
}

const OUTPUT = {
  pattern: '\\s*((0[xX])?[0-9a-fA-F]{64}:)?[0-9]{1,9}\\s*',
  title: 'The index of an output, or <transaction id>:<index>',
}

/** The browser checks `allowed`, which follows the same rules as the URL or, for amounts, `readDecimal`. */
const TEXT_FIELDS = [
  { name: 'rune', label: 'Rune', allowed: undefined },
  { name: 'address', label: 'Address', allowed: undefined },
  { name: 'min', label: 'Min amount', allowed: 'amount' },
  { name: 'max', label: 'Max amount', allowed: 'amount' },
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
            aria-label={`Remove filter: ${name} ${value}`}
            className="button min-h-6"
          >
            <span className="text-muted">{name}</span> <UntrustedText text={value.slice(0, 80)} />
            <span className="icon-x size-4" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={linkTo({ filter: NO_FILTER })}
          preventScrollReset
          className="link inline-flex min-h-9 items-center"
        >
          Clear filters
        </Link>
      </li>
    </ul>
  )
}

const LISTS = [
  { key: 'operations', field: 'op', name: 'operation' },
  { key: 'runes', field: 'rune', name: 'rune' },
] as const

/** The parts of a filter as readers type them, each with the filter that remains without it. */
function partsOf(filter: Filter, language: string): FilterPart[] {
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
      if (value === undefined) return []
      const shown = show(field, value, language)
      return [{ field, name: label.toLowerCase(), value: shown, without }]
    }),
  ]
}
