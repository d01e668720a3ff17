import { useQueries, useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { Link, redirect } from 'react-router-dom'
import { pathTo } from '../../../contract/client.ts'
import { parseRune, type RuneIdentifier } from '../../../contract/identifiers.ts'
import type { RuneDetails, RuneSummary } from '../../../contract/schemas/rune.ts'
import { definePage, type PageUrl } from '../../definePage.tsx'
import { AtEndOfIndex } from '../../endOfIndex.tsx'
import { Failure } from '../../errors/Failure.tsx'
import { LineSample } from '../../figures/CompareLines.tsx'
import { MAX_COMPARED } from '../../figures/compareLooks.ts'
import { PAGE_PALETTE } from '../../figures/palette.ts'
import { PageActions } from '../../layout/PageActions.tsx'
import { compareLink } from '../../links.ts'
import { useLateStart } from '../../movements/CoverageNote.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import { endpointQuery } from '../../query.ts'
import { RuneName, RuneSymbol } from '../../runes/RuneName.tsx'
import { readQuery } from '../../search/parseQuery.ts'
import { searchQuery } from '../../search/searchResults.ts'
import { GetForm } from '../../ui/GetForm.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { CrumbLink, PageHeader } from '../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { quote, UntrustedText } from '../../ui/UntrustedText.tsx'
import { ComparedFacts } from './ComparedFacts.tsx'
import { ComparedFigure } from './ComparedFigure.tsx'
import type { Compared } from './comparedColumns.ts'
import { isSearched, NoRune, NotCompared, onlyRune } from './NoRune.tsx'
import { imitatedOf, lookAlikesQuery, ReadyPairs } from './ReadyPairs.tsx'

/** Two to four runes by days since their etching. */
export const { loader, Component, handle } = definePage({
  parameters: ['r'],
  read: readPage,
  async loader(page, load) {
    const loading = page.runes.flatMap((rune) => [
      load(detailsQuery(rune)),
      load(historyQuery(rune)),
    ])
    const [details, suggested] = await Promise.all([
      Promise.all(page.runes.map((rune) => load(detailsQuery(rune)))),
      load(SUGGESTIONS),
      ...loading,
    ])
    const unknown = page.runes.filter((_, index) => details[index]?.error?.kind === 'not-found')
    const texts = [...unknown.map(({ text }) => text), ...page.malformed]
    const known = page.runes.filter((rune) => !unknown.includes(rune)).map(({ text }) => text)
    const searches = await Promise.all(
      texts.filter(isSearched).map((text) => load(searchQuery(readQuery(text)))),
    )
    // In a browser, the data is not there yet, and the page redirects.
    const found = searches.map(({ data }) => data && onlyRune(data.value))
    const [only] = found
    if (texts.length === 1 && only !== undefined) throw redirect(compareLink([...known, only.id]))
    const imitated = page.runes.length === 0 ? imitatedOf(suggested.data?.value.results) : undefined
    if (imitated !== undefined) await load(lookAlikesQuery(imitated.id))
    return compareHead(
      page,
      details.map(({ data }) => data?.value.spaced_name),
    )
  },
  dataPath: ({ runes: [first] }) => first && pathTo('runeHistory', { rune: first.text }),
  Component: ComparePage,
})

type Page = ReturnType<typeof readPage>

/** The parameter may be repeated: a form adds one. */
function readPage({ search }: PageUrl) {
  const texts = search.getAll('r').flatMap((text) => text.split(','))
  const given = texts.map((text) => text.trim()).filter((text) => text !== '')
  const parsed = given.map((text) => ({ text, rune: parseRune(text) }))
  const runes = new Map(parsed.flatMap(({ rune }) => (rune ? [[rune.text, rune] as const] : [])))
  return {
    runes: [...runes.values()].slice(0, MAX_COMPARED),
    /** How many are too many. */
    surplus: Math.max(0, runes.size - MAX_COMPARED),
    malformed: parsed.filter(({ rune }) => rune === undefined).map(({ text }) => text),
  }
}

function detailsQuery({ text: rune }: RuneIdentifier) {
  return endpointQuery('runeDetails', { rune })
}

function historyQuery({ text: rune }: RuneIdentifier) {
  return endpointQuery('runeHistory', { rune, step: 'day' })
}

/** What can be added. */
const SUGGESTIONS = endpointQuery('runes', { order_by: 'day_movements', limit: 20 })

/** What no rune is called is anyone's text: the title and the picture do not say it. */
function compareHead({ runes }: Page, names: (string | undefined)[]): Head {
  const named = [...new Set(names)].filter((name) => name !== undefined)
  return {
    title: named.length === 0 ? 'Compare runes' : `Compare ${named.join(', ')}`,
    description:
      'Holders, movements and mints of two to four Bitcoin runes by days since their etching.',
    path: compareLink(runes.map(({ text }) => text)),
  }
}

function ComparePage({ page }: { page: Page }) {
  const { runes, surplus, malformed } = page
  const details = useQueries({ queries: runes.map(detailsQuery) })
  const histories = useQueries({ queries: runes.map(historyQuery) })
  const found = runes.map((_, index) => details[index]?.data?.value)
  const known = found.filter((rune) => rune !== undefined)
  const older = known.filter((rune) => rune.is_older)
  const compared = found.flatMap((rune, index): Compared[] => {
    const history = histories[index]?.data?.value
    if (rune === undefined || rune.is_older || history === undefined) return []
    // One may be given by its name and by its id.
    const isFirst = found.findIndex((other) => other?.id === rune.id) === index
    return isFirst ? [{ rune, history }] : []
  })
  const unknown = runes.filter((_, index) => details[index]?.error?.kind === 'not-found')
  const unnamed = [...malformed, ...unknown.map(({ text }) => text)]
  const failed = [...details, ...histories].find(
    ({ error }) => error !== null && error.kind !== 'not-found',
  )
  const isLoading = [...details, ...histories].some(({ isPending }) => isPending)
  const names = found.map((rune) => rune?.spaced_name)
  return (
    <article>
      <PageHead {...compareHead(page, names)} />
      <PageHeader
        crumb={<CrumbLink to="/runes">Runes</CrumbLink>}
        title="Compare"
        badges={
          <span className="text-sm text-muted">
            two to four runes, from their own first day
            <AtEndOfIndex />
          </span>
        }
        actions={
          known.length > 0 && (
            <PageActions
              page={{
                to: compareLink(runes.map(({ text }) => text)),
                kind: 'Compare',
                title: names.filter((name) => name !== undefined).join(', '),
              }}
              dataPath={pathTo('runeHistory', { rune: runes[0]?.text ?? '' })}
            />
          )
        }
      />
      <Choice texts={compared.map(({ rune }) => rune.id)} compared={compared} />
      {surplus > 0 && (
        <NotCompared>At most four runes are compared: the first four of these.</NotCompared>
      )}
      {unnamed.map((text) => (
        <NoRune key={text} text={text} others={known.map(({ id }) => id)}>
          {malformed.includes(text) ? (
            <>
              <UntrustedText text={quote(text)} /> is no name, id or number of a rune.
            </>
          ) : (
            <>
              This index has no rune <UntrustedText text={quote(text)} />.
            </>
          )}
        </NoRune>
      ))}
      {older.map((rune) => (
        <OlderRune key={rune.id} rune={rune} />
      ))}
      {failed?.error && <Failure error={failed.error} />}
      {isLoading ? <PageSkeleton /> : <Comparison compared={compared} />}
    </article>
  )
}

function Comparison({ compared }: { compared: Compared[] }) {
  if (compared.length === 0) return null
  if (compared.length === 1) {
    return <p className="mt-4 text-sm text-muted">Choose another rune beside it.</p>
  }
  return (
    <div
      // Four columns need the whole width.
      className={`mt-4 grid grid-cols-1 items-start gap-4 ${compared.length < MAX_COMPARED ? 'xl:grid-cols-[minmax(0,1fr)_28rem]' : ''}`}
    >
      <ComparedFigure compared={compared} />
      <ComparedFacts runes={compared.map(({ rune }) => rune)} />
    </div>
  )
}

/** The runes, each with a link without it, and a field for one more. */
function Choice({ texts, compared }: { texts: string[]; compared: Compared[] }) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 print:hidden">
      {compared.map(({ rune }, index) => (
        <span key={rune.id} className="chip gap-2 border-control text-ink">
          <LineSample index={index} palette={PAGE_PALETTE} />
          <RuneName rune={rune} />
          <Link
            to={compareLink(withoutRune(texts, rune))}
            aria-label={`Remove ${rune.spaced_name}`}
            className="inline-grid size-6 place-items-center text-muted hover:text-ink"
          >
            <X size={13} aria-hidden="true" />
          </Link>
        </span>
      ))}
      {texts.length < MAX_COMPARED && <AddRune texts={texts} />}
    </div>
  )
}

/** A rune may be named by its id, its number or its name. */
function withoutRune(texts: string[], { id, number, name }: RuneSummary): string[] {
  return texts.filter((text) => ![id, String(number), name].includes(text))
}

const OPTIONS_ID = 'runes-to-add'

/** A field for any rune, and links to the busiest ones where none is chosen. */
function AddRune({ texts }: { texts: string[] }) {
  const suggested = useQuery(SUGGESTIONS).data?.value.results ?? []
  const others = suggested.filter(
    (rune) => rune.is_older !== true && withoutRune(texts, rune).length === texts.length,
  )
  return (
    <>
      <div className="flex max-w-full">
        <GetForm action="/compare">
          {texts.length > 0 && <input type="hidden" name="r" value={texts.join(',')} />}
          <input
            // What was added is not typed again.
            key={texts.join(',')}
            name="r"
            list={OPTIONS_ID}
            aria-label="Rune to add"
            placeholder="Name, id or number"
            required
            autoComplete="off"
            className="field w-56 min-w-0"
          />
          <button type="submit" className="button ms-2">
            <Plus size={14} aria-hidden="true" />
            Add
            <span className="sr-only"> a rune</span>
          </button>
        </GetForm>
        <datalist id={OPTIONS_ID}>
          {others.map(({ id, spaced_name }) => (
            <option key={id} value={spaced_name} />
          ))}
        </datalist>
      </div>
      {texts.length < 2 && others.length > 0 && (
        <nav aria-label="Runes to add" className="flex w-full flex-wrap items-center gap-1.5">
          <span className="text-sm text-muted">Most active</span>
          {others.slice(0, SUGGESTED).map(({ id, symbol, spaced_name }) => (
            <Link key={id} to={compareLink([...texts, id])} className="chip max-w-full">
              <RuneSymbol symbol={symbol} />
              <span className="truncate">{spaced_name}</span>
            </Link>
          ))}
        </nav>
      )}
      {texts.length === 0 && <ReadyPairs runes={suggested} />}
    </>
  )
}

const SUGGESTED = 8

function OlderRune({ rune }: { rune: RuneDetails }) {
  const from = useLateStart()
  return (
    <NotCompared>
      <RuneName rune={rune} isInline /> is older than this index
      {from !== undefined && (
        <>
          , which begins at block <Numeral name="index.from" value={from} />
        </>
      )}
      : its early holders and mints are not known here, so it cannot be compared.
    </NotCompared>
  )
}
