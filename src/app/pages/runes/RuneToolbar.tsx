import { X } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import { Export, type ListPage, PageSteps } from '../../lists/Pager.tsx'
import { changeSearch } from '../../lists/paging.ts'
import { GetForm } from '../../ui/GetForm.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

type Props = {
  page: ListPage | undefined
  /** The parameters of the URL that are not accepted, as `name=value`. */
  refused: string[]
  exportPath: string
}

const MINT_CHIPS = [
  { mint: undefined, name: 'All' },
  { mint: 'mintable', name: 'Mintable' },
  { mint: 'almost', name: 'Almost minted out' },
  { mint: 'minted-out', name: 'Fully minted' },
] as const

/** The filters of the runes, all in the URL, and the range of the list. */
export function RuneToolbar({ page, refused, exportPath }: Props) {
  const [search] = useSearchParams()
  const current = search.get('mint') ?? undefined
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 py-2 print:hidden">
      <nav
        aria-label="Filter by minting"
        className="flex max-w-full gap-1.5 overflow-x-auto [scrollbar-width:none] phone:-mx-4 phone:max-w-none phone:px-4"
      >
        {MINT_CHIPS.map(({ mint, name }) => (
          <Link
            key={name}
            to={changeSearch(search, { mint, offset: undefined })}
            preventScrollReset
            aria-current={mint === current ? 'true' : undefined}
            className="chip shrink-0"
          >
            {name}
          </Link>
        ))}
        <HeightFilter parameter="from" name="Etched from block" />
        <HeightFilter parameter="to" name="Etched up to block" />
      </nav>
      <NameFilter />
      {page !== undefined && (
        <PageSteps page={page}>
          <Export path={exportPath} />
        </PageSteps>
      )}
      {refused.length > 0 && (
        <p role="status" className="w-full text-sm text-warn">
          Not accepted, so ignored: <UntrustedText text={refused.join(', ')} />
        </p>
      )}
    </div>
  )
}

/** A height of the URL as a chip, whose link removes it. */
function HeightFilter({ parameter, name }: { parameter: string; name: string }) {
  const [search] = useSearchParams()
  const value = search.get(parameter)
  if (value === null) return null
  return (
    <Link
      to={changeSearch(search, { [parameter]: undefined, offset: undefined })}
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

function NameFilter() {
  const [search] = useSearchParams()
  const kept = [...search].filter(([name]) => name !== 'name' && name !== 'offset')
  return (
    <div className="w-60 phone:w-full">
      <GetForm action="/runes">
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input
          // Another address is another text.
          key={search.get('name')}
          name="name"
          aria-label="Name begins with"
          placeholder="Name begins with …"
          defaultValue={search.get('name') ?? ''}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          className="field min-w-0 grow"
        />
        <button type="submit" className="button ms-1.5">
          Filter
        </button>
      </GetForm>
    </div>
  )
}
