import { Plus, X } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import {
  MOVEMENT_TYPES,
  type MovementCounts,
  type MovementType,
} from '../../contract/schemas/movement.ts'
import { Export, type ListPage, PageSteps } from '../lists/Pager.tsx'
import { changeSearch } from '../lists/paging.ts'
import { GetForm } from '../ui/GetForm.tsx'
import { shortenId } from '../ui/Id.tsx'
import { Popover } from '../ui/Popover.tsx'
import { MOVEMENT_LOOKS } from './TypeBadge.tsx'

type Props = {
  /** The filters that the endpoint has, besides the type. */
  filters: readonly ('rune' | 'address' | 'amount' | 'text' | 'blocks')[]
  /** Types without movements are no filter. */
  counts?: MovementCounts | undefined
  /** Whether change can be shown; it is hidden unless the URL says so. */
  hasChange?: boolean
  page: ListPage | undefined
  exportPath: string
}

/** The filters of movements, all in the URL, and the range of the list. */
export function MovementToolbar({ filters, counts, hasChange = false, page, exportPath }: Props) {
  const [search] = useSearchParams()
  const type = search.get('type') ?? undefined
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-1.5 gap-y-2 py-2 phone:-mx-4 phone:flex-nowrap phone:overflow-x-auto phone:px-4 phone:[scrollbar-width:none] print:hidden">
      <nav
        aria-label="Filter by type"
        className="flex max-w-full gap-1.5 overflow-x-auto [scrollbar-width:none] phone:max-w-none phone:shrink-0 phone:overflow-visible"
      >
        <TypeChip type={undefined} name="All" isCurrent={type === undefined} />
        {typesOf(counts).map((it) => (
          <TypeChip key={it} type={it} name={MOVEMENT_LOOKS[it].many} isCurrent={it === type} />
        ))}
        <ActiveFilters />
        {filters.length > 0 && <AddFilter filters={filters} />}
      </nav>
      {hasChange && (counts?.changes ?? 1) > 0 && <ChangeSwitch />}
      {page !== undefined && (
        <PageSteps page={page}>
          <Export path={exportPath} />
        </PageSteps>
      )}
    </div>
  )
}

const COUNT_NAMES = {
  transfer: 'transfers',
  mint: 'mints',
  burn: 'burns',
  etching: 'etchings',
} as const

function typesOf(counts: MovementCounts | undefined) {
  return MOVEMENT_TYPES.filter((type) => type !== 'change').filter(
    (type) => counts === undefined || counts[COUNT_NAMES[type]] > 0,
  )
}

type TypeChipProps = { type: MovementType | undefined; name: string; isCurrent: boolean }

function TypeChip({ type, name, isCurrent }: TypeChipProps) {
  const [search] = useSearchParams()
  return (
    <Link
      to={changeSearch(search, { type, offset: undefined, row: undefined })}
      preventScrollReset
      aria-current={isCurrent ? 'true' : undefined}
      className="chip shrink-0"
    >
      {name}
    </Link>
  )
}

const FILTER_NAMES: Record<string, string> = {
  rune: 'Rune',
  address: 'Address',
  min: 'At least',
  max: 'At most',
  text: 'Text',
  first_tx: 'From position',
  last_tx: 'To position',
  from: 'From block',
  to: 'To block',
}

/** Each filter of the URL as a chip, whose link removes it; a first and a last block are one. */
function ActiveFilters() {
  const [search] = useSearchParams()
  const [from, to] = [search.get('from'), search.get('to')]
  const isRange = from !== null && to !== null
  return (
    <>
      {isRange && (
        <ActiveFilter parameters={['from', 'to']} name="Blocks" value={`${from}–${to}`} />
      )}
      {Object.entries(FILTER_NAMES).map(([parameter, name]) => {
        const value = search.get(parameter)
        if (value === null || (isRange && (parameter === 'from' || parameter === 'to'))) return null
        const shown = shortenId(value)
        return <ActiveFilter key={parameter} parameters={[parameter]} name={name} value={shown} />
      })}
    </>
  )
}

type ActiveFilterProps = { parameters: string[]; name: string; value: string }

function ActiveFilter({ parameters, name, value }: ActiveFilterProps) {
  const [search] = useSearchParams()
  const removed = Object.fromEntries(parameters.map((parameter) => [parameter, undefined]))
  return (
    <Link
      to={changeSearch(search, { ...removed, offset: undefined, row: undefined })}
      preventScrollReset
      aria-label={`Remove the filter ${name} ${value}`}
      className="chip shrink-0 border-control text-ink"
    >
      <span className="text-muted">{name}</span>
      {value}
      <X size={13} aria-hidden="true" />
    </Link>
  )
}

/** A form for one more filter. It is sent as a link, with or without scripts. */
function AddFilter({ filters }: Pick<Props, 'filters'>) {
  const [search] = useSearchParams()
  const kept = [...search].filter(([name]) => !['offset', 'row'].includes(name))
  const fields = filters.flatMap((filter) => FIELDS[filter] ?? [filter])
  return (
    <Popover
      className="chip shrink-0 border-dashed"
      label={
        <>
          <Plus size={13} aria-hidden="true" /> Filter
        </>
      }
      title="Show only movements with"
    >
      <GetForm action="">
        {kept
          .filter(([name]) => !fields.includes(name))
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        <div className="grid grow gap-2">
          {fields.map((field) => (
            <label key={field} className="grid grid-cols-[5rem_1fr] items-center gap-2 text-sm">
              <span className="text-muted">{FILTER_NAMES[field]}</span>
              <input
                name={field}
                defaultValue={search.get(field) ?? ''}
                placeholder={PLACEHOLDERS[field]}
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

const FIELDS: Record<string, string[]> = { amount: ['min', 'max'], blocks: ['from', 'to'] }

const PLACEHOLDERS: Record<string, string> = {
  rune: 'name or id',
  address: 'bc1…',
  min: '1000',
  max: '',
  text: 'name, address or id',
}

/** A switch that stays: it is part of every link of the list. */
function ChangeSwitch() {
  const [search] = useSearchParams()
  const isShown = search.get('change') === 'show'
  return (
    <Link
      to={changeSearch(search, {
        change: isShown ? undefined : 'show',
        offset: undefined,
        row: undefined,
      })}
      preventScrollReset
      role="switch"
      aria-checked={isShown}
      className="ms-1 inline-flex min-h-8 shrink-0 items-center gap-2 text-sm text-muted hover:text-ink pointer-coarse:min-h-11"
    >
      <span
        aria-hidden="true"
        className={`inline-flex h-4 w-7 items-center rounded-full border p-px transition-colors ${isShown ? 'border-accent bg-accent' : 'border-control bg-sunken'}`}
      >
        <span
          className={`size-3 rounded-full transition-transform ${isShown ? 'translate-x-3 bg-ground' : 'bg-control'}`}
        />
      </span>
      Change
    </Link>
  )
}
