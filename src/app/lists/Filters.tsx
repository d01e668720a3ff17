import { Plus, X } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import { GetForm } from '../ui/GetForm.tsx'
import { shortenId } from '../ui/Id.tsx'
import { Popover } from '../ui/Popover.tsx'
import { changeSearch } from './paging.ts'

type ChipProps = {
  /** The changed parameters; an undefined value removes one. */
  changes: Record<string, string | undefined>
  name: string
  isCurrent: boolean
}

/** A choice of filters as a link, which goes to the first page. */
export function FilterChip({ changes, name, isCurrent }: ChipProps) {
  const [search] = useSearchParams()
  return (
    <Link
      to={changeSearch(search, { ...changes, offset: undefined, row: undefined })}
      preventScrollReset
      aria-current={isCurrent ? 'true' : undefined}
      className="chip shrink-0"
    >
      {name}
    </Link>
  )
}

/** Filters by a text: by parameter, what they are called and an example. */
type TextFilters = Record<string, { name: string; placeholder: string }>

/** The text filters of the URL as chips, whose links remove them, and a form for more. */
export function TextFilterChips({ filters }: { filters: TextFilters }) {
  const [search] = useSearchParams()
  return (
    <>
      {Object.entries(filters).map(([parameter, { name }]) => {
        const value = search.get(parameter)
        if (!value) return null
        return (
          <Link
            key={parameter}
            to={changeSearch(search, { [parameter]: undefined, offset: undefined, row: undefined })}
            preventScrollReset
            aria-label={`Remove the filter ${name} ${value}`}
            className="chip shrink-0 border-control text-ink"
          >
            <span className="text-muted">{name}</span>
            <bdi className="max-w-48 truncate">{shortenId(value)}</bdi>
            <X size={13} aria-hidden="true" />
          </Link>
        )
      })}
      <FilterForm filters={filters} />
    </>
  )
}

/** It is sent as a link, with or without scripts. */
function FilterForm({ filters }: { filters: TextFilters }) {
  const [search] = useSearchParams()
  const others = [...search].filter(
    ([name]) => !['offset', 'row', ...Object.keys(filters)].includes(name),
  )
  return (
    <Popover
      className="chip shrink-0 border-dashed"
      label={
        <>
          <Plus size={13} aria-hidden="true" /> Filter
        </>
      }
      title="Show only those with"
    >
      <GetForm action="">
        {others.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="grid grow gap-2">
          {Object.entries(filters).map(([parameter, { name, placeholder }]) => (
            <label key={parameter} className="grid grid-cols-[5rem_1fr] items-center gap-2 text-sm">
              <span className="text-muted">{name}</span>
              <input
                key={search.get(parameter)}
                name={parameter}
                defaultValue={search.get(parameter) ?? ''}
                placeholder={placeholder}
                autoComplete="off"
                spellCheck={false}
                className="field min-w-0"
              />
            </label>
          ))}
          <button type="submit" className="button primary mt-1 justify-self-end">
            Show
          </button>
        </div>
      </GetForm>
    </Popover>
  )
}
