import type { KeptPage, KeptThing } from '../../offline/keptThings.ts'
import { ForeignText } from '../../ui/ForeignText.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { Time } from '../../ui/Time.tsx'

const MOST_THINGS = 50

/** Links to the pages that open without a connection, by what they show. */
export function KeptPages({ things }: { things: KeptThing[] }) {
  return (
    <>
      <p className="text-sm text-muted">
        Last read first
        {things.length > MOST_THINGS && (
          <>
            , {MOST_THINGS} of <Numeral value={things.length} />
          </>
        )}
        .
      </p>
      <ul className="panel divided">
        {things.slice(0, MOST_THINGS).map((thing) => (
          <li key={`${thing.kind} ${thing.id}`} className="stack-1 px-4 py-2">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <ThingName thing={thing} />
              <span className="text-sm text-muted">
                <Time milliseconds={thing.readAt} />
              </span>
            </div>
            {thing.pages.some(({ offset, locale }) => offset || locale) && <Parts thing={thing} />}
          </li>
        ))}
      </ul>
    </>
  )
}

/** What a thing is and is called, as the link to its first page. */
export function ThingName({ thing: { kind, id, pages } }: { thing: KeptThing }) {
  const to = pages[0]?.to ?? '/'
  if (kind === 'search') {
    return (
      <a href={to} className="link">
        Search for “<ForeignText text={id} />”
      </a>
    )
  }
  if (kind === 'block' && id.length < 64) {
    return (
      <a href={to} className="link">
        Block <Numeral value={id} />
      </a>
    )
  }
  if (kind === 'token') {
    const [address = '', contractName = ''] = id.split('.')
    return (
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <a href={to} className="link">
          Token <ForeignText text={contractName} />
        </a>
        <span className="text-muted">
          of <Hash text={address} label="address" />
        </span>
      </span>
    )
  }
  const [name, label] =
    kind === 'block' ? ['Block', 'block hash'] : ['Transaction', 'transaction id']
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      {name} <Hash text={id} label={label} to={to} />
    </span>
  )
}

/** The pages of one thing: by their first records, or by their locales. */
function Parts({ thing: { kind, pages } }: { thing: KeptThing }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
      <span className="text-muted">{kind === 'token' ? 'in' : 'from record'}</span>
      {pages.map((page) => (
        <a key={page.to} href={page.to} className="link inline-flex min-h-6 min-w-6 items-center">
          <PartName page={page} />
        </a>
      ))}
    </p>
  )
}

function PartName({ page: { offset, locale } }: { page: KeptPage }) {
  if (offset !== undefined) return <Numeral value={offset + 1} />
  return locale === undefined ? 'the default locale' : <ForeignText text={locale} />
}
