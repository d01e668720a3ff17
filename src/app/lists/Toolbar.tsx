import { Plus, X } from 'lucide-react'
import { Fragment, type ReactNode, useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { RefusedParameter } from '../../contract/endpoint.ts'
import { GetForm } from '../ui/GetForm.tsx'
import { shortenId } from '../ui/Id.tsx'
import { Popover } from '../ui/Popover.tsx'
import { quote, UntrustedText } from '../ui/UntrustedText.tsx'
import { NewRows } from './NewRows.tsx'
import { Export, type ListPage, PageSteps } from './Pager.tsx'
import { endsOrder, readPaging } from './paging.ts'
import { SearchLink } from './SearchLink.tsx'

/** Filters by a text: by parameter, what they are called and an example. */
export type TextFilters = Record<string, TextFilter>

const SPAN_HINT = 'For example 350, 2024-04-20 or 2024-04'

/** The blocks of a list. */
export const SPAN_FILTERS: TextFilters = {
  from: { name: 'Since', placeholder: 'Block or date', hint: SPAN_HINT },
  to: { name: 'Until', placeholder: 'Block or date', hint: SPAN_HINT },
}

type TextFilter = {
  name: string
  placeholder?: string
  /** Below the field; that of several fields stands below the last one. */
  hint?: string
  /** What is suggested once the field is used: `option` elements. */
  options?: ReactNode
  /** Whether it is set elsewhere, and only removed here. */
  isChipOnly?: boolean
}

type Props = {
  /** What its navigation is called: "Filter tokens". */
  label?: string
  chips?: ReactNode
  filters?: TextFilters
  children?: ReactNode
  page: ListPage | undefined
  /** How many entries there are now, if the page does not show the new ones yet. */
  currentTotal?: number | undefined
  /** When the page was read. */
  readAt?: number
  /** If the rows are groups of movements: how many those are, if that is known. */
  grouped?: { movements: number | undefined } | undefined
  exportPath: string
  /** How many rows are exported, if that is known. */
  exportTotal: number | undefined
  /** The parameters of the URL that are not accepted. */
  refused?: RefusedParameter[]
}

export function Toolbar(props: Props) {
  const {
    label,
    chips,
    filters = {},
    children,
    page,
    currentTotal,
    readAt = 0,
    grouped,
    exportPath,
    exportTotal,
    refused = [],
  } = props
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 py-2 print:hidden phone:gap-y-0.5 phone:py-1">
        <div
          className={`flex flex-wrap items-center gap-x-3 gap-y-2 empty:hidden ${label === undefined ? '' : 'fade-end phone:-mx-4 phone:w-[calc(100%+2rem)] phone:flex-nowrap phone:overflow-x-auto phone:overscroll-x-contain phone:py-1 phone:ps-4 phone:pe-8 phone:[scrollbar-width:none]'}`}
        >
          {label !== undefined && (
            <nav
              aria-label={label}
              className="flex max-w-full flex-wrap gap-1.5 phone:max-w-none phone:shrink-0 phone:flex-nowrap"
            >
              {chips}
              <ActiveFilters filters={filters} refused={refused} />
              {Object.keys(filters).length > 0 && <FilterForm filters={filters} />}
            </nav>
          )}
          {children}
        </div>
        {page !== undefined && page.total > 0 && (
          <PageSteps
            page={page}
            grouped={grouped}
            news={
              currentTotal !== undefined && (
                <NewRows count={currentTotal - page.total} readAt={readAt} />
              )
            }
          >
            <Export
              path={exportPath}
              total={exportTotal && Math.max(currentTotal ?? 0, exportTotal)}
            />
          </PageSteps>
        )}
      </div>
      <Ignored filters={filters} refused={refused} />
    </>
  )
}

type RefusedProps = { filters: TextFilters; refused: RefusedParameter[] }

/** Says which parameters of the URL are ignored: `refused`, and those of the paging. A filter has its name on the page. */
function Ignored({ filters, refused }: RefusedProps) {
  const [search] = useSearchParams()
  const all = new Map([...refused, ...readPaging(search).refused].map((one) => [one.name, one]))
  const named = [...all.values()].slice(0, 2)
  if (named.length === 0) return null
  const texts = named.map(({ name, text }) => {
    const filter = filters[name]
    return filter === undefined ? quote(`${name}=${text}`) : `${filter.name} ${quote(text)}`
  })
  const rules = named.flatMap(({ name, accepted }) => {
    const filter = filters[name]
    return filter === undefined ? [] : ` ${filter.name} must be ${accepted}.`
  })
  return (
    <p role="status" className="mb-2 text-sm text-warn">
      <UntrustedText text={texts.join(', ')} />{' '}
      {all.size > named.length && `and ${all.size - named.length} more `}
      {all.size === 1 ? 'was' : 'were'} ignored.{rules}
    </p>
  )
}

type ChipsProps = {
  parameter: string
  /** By value. The first chip, "All", is for no value. */
  names: Record<string, ReactNode>
  current: string | undefined
}

/** The values of a filter as links, which go to the first page. */
export function FilterChips({ parameter, names, current = '' }: ChipsProps) {
  if (Object.keys(names).length === 0) return null
  return Object.entries({ '': 'All', ...names }).map(([value, name]) => (
    <SearchLink
      key={value}
      changes={{ [parameter]: value }}
      aria-current={value === current ? 'true' : undefined}
      className="chip shrink-0"
    >
      {name}
    </SearchLink>
  ))
}

/** Longer texts are ids. */
const MAX_FILTER_LENGTH = 34

function ActiveFilters({ filters, refused }: RefusedProps) {
  const [search] = useSearchParams()
  return Object.entries(filters).map(([parameter, { name }]) => {
    const text = search.get(parameter)
    if (!text || refused.some(({ name }) => name === parameter)) return null
    const value = text.length > MAX_FILTER_LENGTH ? shortenId(text) : text
    return (
      <SearchLink
        key={parameter}
        changes={{ [parameter]: undefined }}
        aria-label={`Remove the filter ${name} ${value}`}
        className="chip shrink-0 border-control text-ink phone:order-first"
      >
        <span className="text-muted">{name}</span> <bdi className="max-w-48 truncate">{value}</bdi>
        <X size={13} aria-hidden="true" />
      </SearchLink>
    )
  })
}

/** It is sent as a link, with or without scripts. */
function FilterForm({ filters }: { filters: TextFilters }) {
  const [search] = useSearchParams()
  const id = useId()
  const [isUsed, setUsed] = useState(false)
  const fields = Object.entries(filters).filter(([, { isChipOnly }]) => !isChipOnly)
  const names = fields.map(([parameter]) => parameter)
  return (
    <Popover
      className="chip shrink-0 phone:order-first"
      label={
        <>
          <Plus size={13} aria-hidden="true" /> Filter
        </>
      }
      title="Show only those with"
    >
      <GetForm action="" sets={endsOrder(search, names) ? [...names, 'order_by'] : names}>
        <div className="grid grow gap-2">
          {fields.map(([parameter, { name, placeholder, hint, options }], index) => (
            <Fragment key={parameter}>
              <label className="grid grid-cols-[7.5rem_1fr] items-center gap-2 text-sm small:grid-cols-1 small:gap-1">
                <span className="text-muted">{name}</span>
                <input
                  // Another address is another text.
                  key={search.get(parameter)}
                  name={parameter}
                  data-focus={index === 0 || undefined}
                  defaultValue={search.get(parameter) ?? ''}
                  placeholder={placeholder}
                  aria-describedby={hint && `${id}-hint`}
                  list={isUsed && options ? `${id}-${parameter}` : undefined}
                  onFocus={() => setUsed(true)}
                  autoComplete="off"
                  spellCheck={false}
                  className="field min-w-0"
                />
                {isUsed && options && <datalist id={`${id}-${parameter}`}>{options}</datalist>}
              </label>
              {hint !== undefined && fields[index + 1]?.[1].hint !== hint && (
                <p id={`${id}-hint`} className="text-xs text-muted wide:ps-32">
                  {hint}
                </p>
              )}
            </Fragment>
          ))}
          <button type="submit" className="button primary mt-1 justify-self-end">
            Show
          </button>
        </div>
      </GetForm>
    </Popover>
  )
}
