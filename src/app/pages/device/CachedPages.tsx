import { Link } from 'react-router-dom'
import { Hash } from '../../ui/Hash.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import type { CachedPage } from './readCache.ts'

const MAX_SHOWN_PAGES = 50

/** Links to the pages that open offline. */
export function CachedPages({ pages }: { pages: CachedPage[] }) {
  return (
    <>
      <p className="text-sm text-muted">
        Most recently stored first
        {pages.length > MAX_SHOWN_PAGES && (
          <>
            , {MAX_SHOWN_PAGES} of <Numeral value={pages.length} />
          </>
        )}
        .
      </p>
      <ul className="panel divide-y divide-line">
        {pages.slice(0, MAX_SHOWN_PAGES).map((page) => (
          <li
            key={page.to}
            className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2"
          >
            <PageName page={page} />
            <span className="text-sm text-muted">
              <ResponseCount value={page.responses} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

export function ResponseCount({ value }: { value: number }) {
  return (
    <>
      <Numeral value={value} /> {value === 1 ? 'response' : 'responses'}
    </>
  )
}

function PageName({ page: { kind, id, to } }: { page: CachedPage }) {
  if (kind === 'search') {
    return (
      <Link to={to} className="link min-w-0">
        Search for “<UntrustedText text={id} />”
      </Link>
    )
  }
  if (kind === 'token') {
    const [address = '', contractName = ''] = id.split('.')
    return (
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <Link to={to} className="link">
          Token <UntrustedText text={contractName} />
        </Link>
        <span className="text-muted">
          of <Hash text={address} label="address" />
        </span>
      </span>
    )
  }
  if (kind === 'block' && id.length < 64) {
    return (
      <Link to={to} className="link">
        Block <Numeral value={id} />
      </Link>
    )
  }
  if (kind === 'rune' || kind === 'tokens' || kind === 'runes' || kind === 'blocks') {
    return (
      <Link to={to} className="link">
        {NAMES[kind]} {id}
      </Link>
    )
  }
  const [name, label] = LABELS[kind]
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      {name} <Hash text={id} label={label} to={to} />
    </span>
  )
}

const NAMES = {
  rune: 'Rune',
  tokens: 'List of tokens',
  runes: 'List of runes',
  blocks: 'List of blocks',
} as const

const LABELS = {
  block: ['Block', 'block hash'],
  transaction: ['Transaction', 'transaction id'],
  address: ['Address', 'address'],
} as const
