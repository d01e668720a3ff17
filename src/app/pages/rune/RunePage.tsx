import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import {
  type LoaderFunctionArgs,
  Navigate,
  redirect,
  useParams,
  useSearchParams,
} from 'react-router-dom'
import type { Reply } from '../../../contract/client.ts'
import type { Etching } from '../../../contract/etching.ts'
import { parseRune, type RuneIdentifier, runeText } from '../../../contract/identifiers.ts'
import { holdersPath } from '../../../contract/paths.ts'
import type { RequestError } from '../../../contract/requestError.ts'
import { runePath } from '../../../contract/runeList.ts'
import { SAMPLES } from '../../../contract/samples.ts'
import { ActivityList } from '../../activity/ActivityList.tsx'
import { readListFilter } from '../../activity/listFilter.ts'
import { OperationFilter } from '../../activity/OperationFilter.tsx'
import { OtherExplorers } from '../../activity/OtherExplorers.tsx'
import { useApi } from '../../appContext.ts'
import { Failure, StoredDataNotices } from '../../errors/Failure.tsx'
import { MalformedIdentifier, malformedIdentifierHead } from '../../errors/MalformedIdentifier.tsx'
import { ACTIVITY_PARAMETERS, runeLink } from '../../links.ts'
import { IgnoredParameters } from '../../lists/IgnoredParameters.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type Loaded, type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { readPaging } from '../../pageSizes.ts'
import { pageStatus } from '../../pageStatus.ts'
import { runeActivityQuery } from '../../queries/activity.ts'
import { holdersQuery, runeQuery } from '../../queries/runes.ts'
import { FavouriteButton } from '../../search/FavouriteButton.tsx'
import { RunesIndexedUpTo } from '../../sources/IndexedUpTo.tsx'
import { RawResponse } from '../../sources/RawResponse.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { MixedScriptWarning } from '../../ui/MixedScriptWarning.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { formatDecimal, trimDecimal } from '../../ui/numbers.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TabLinks } from '../../ui/TabLinks.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { TOP_HOLDERS } from './Concentration.tsx'
import { Holders } from './Holders.tsx'
import { describeTerms } from './mintTerms.ts'
import { ownSymbol, RuneFacts } from './RuneFacts.tsx'
import { UnknownRune } from './UnknownRune.tsx'

export async function loader({ params: { id = '' }, request, context }: LoaderFunctionArgs) {
  const rune = parseRune(id)
  if (rune === undefined) return respondWith(malformedIdentifierHead('rune', id))
  const { api, load } = context.get(sourceContext)
  const { search: query, searchParams } = new URL(request.url)
  const loading = load(runeQuery(api, rune))
  if (rune.kind !== 'id') {
    const found = await loading
    // In a browser, the data is not there yet, and the page redirects.
    if (found.data !== undefined) throw redirect(runeLink(found.data.value.id) + query, 308)
    return respondWith(runeHead(rune, searchParams, found))
  }
  const { paging } = readPaging(searchParams)
  const { operation } = readListFilter(searchParams)
  const view = isHolders(searchParams)
  const [found, list] = await Promise.all([
    loading,
    view
      ? load(holdersQuery(api, rune.id, paging))
      : load(runeActivityQuery(api, rune.id, { ...paging, operation })),
    view && paging.offset === 0 && load(holdersQuery(api, rune.id, TOP_HOLDERS)),
  ])
  return respondWith(runeHead(rune, searchParams, found, list))
}

export const handle: PageHandle = {
  parameters: ACTIVITY_PARAMETERS,
  dataPath(id, search) {
    const rune = parseRune(id)
    return rune && dataPath(rune, search)
  },
}

function dataPath(rune: RuneIdentifier, search: URLSearchParams): string {
  return isHolders(search) ? holdersPath(rune, readPaging(search).requested) : runePath(rune)
}

function isHolders(search: URLSearchParams): boolean {
  return search.get('view') === 'holders'
}

/** A rune: its facts, its activity and its holders. */
export function Component() {
  const { id = '' } = useParams()
  const rune = parseRune(id)
  if (rune === undefined) return <MalformedIdentifier kind="rune" text={id} />
  return <RuneOf key={runeText(rune)} rune={rune} />
}

function RuneOf({ rune }: { rune: RuneIdentifier }) {
  const [search] = useSearchParams()
  const found = useQuery(runeQuery(useApi(), rune))
  const { data: reply, error } = found
  if (reply !== undefined && rune.kind !== 'id') {
    const query = search.size === 0 ? '' : `?${search}`
    return <Navigate to={runeLink(reply.value.id) + query} replace />
  }
  if (reply !== undefined) return <KnownRune reply={reply} found={found} />
  return (
    <div className="space-y-4">
      <PageHead {...runeHead(rune, search, found)} />
      {error?.kind === 'not-found' ? (
        <UnknownRune rune={rune} />
      ) : (
        <PageHeading kind="Rune">{runeText(rune)}</PageHeading>
      )}
      {error && error.kind !== 'not-found' && <Failure error={error} />}
      {error === null && <Skeleton lines={12} label="Loading the rune" />}
    </div>
  )
}

type KnownRuneProps = {
  reply: Reply<Etching>
  found: UseQueryResult<Reply<Etching>, RequestError>
}

function KnownRune({ reply, found }: KnownRuneProps) {
  const [search] = useSearchParams()
  const { value: rune, coverage } = reply
  const showsHolders = isHolders(search)
  return (
    <article className="space-y-5">
      <RuneHeader rune={rune} />
      {isSample(rune) && (
        <Notice tone="information" title="A sample made by Cairn">
          <p>This rune is not on any chain. It shows how Cairn displays such data.</p>
        </Notice>
      )}
      {rune.cenotaph && (
        <Notice tone="information" title="Cenotaph">
          <p>
            The runestone that etched this rune was malformed. So the rune was created without a
            supply, and it can never be minted.
          </p>
        </Notice>
      )}
      <StoredDataNotices query={found} />
      <RuneFacts rune={rune} isSnapshot={coverage === 'partial'} />
      <TabLinks
        label="Rune lists"
        tabs={[
          { to: runeLink(rune.id), name: 'Activity', isCurrent: !showsHolders },
          { to: runeLink(rune.id, { view: 'holders' }), name: 'Holders', isCurrent: showsHolders },
        ]}
      />
      {showsHolders ? (
        <>
          <PageHead {...runeHead({ kind: 'id', id: rune.id }, search, found)} />
          <Holders rune={rune} isSnapshot={coverage === 'partial'} />
        </>
      ) : (
        <RuneActivity reply={reply} />
      )}
      <RawResponse
        reply={reply}
        filename={`rune-${rune.id.replace(':', '-')}.json`}
        title="Raw response: the rune"
      />
    </article>
  )
}

function RuneHeader({ rune }: { rune: Etching }) {
  const { id, number, name } = rune
  const symbol = ownSymbol(rune)
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 space-y-1">
        <PageHeading kind="Rune">
          <BreakableName name={nameOf(rune)} />
        </PageHeading>
        <p className="flex flex-wrap items-center gap-x-3 text-muted">
          {symbol && (
            <span className="text-ink">
              <UntrustedText text={symbol} />
            </span>
          )}
          {number !== undefined && <span>Rune #{number}</span>}
          <span>
            ID <span className="text-ink">{id}</span> <CopyButton text={id} label="rune id" />
          </span>
          <MixedScriptWarning texts={[rune.spaced_name, name]} />
          {!isSample(rune) && (
            <span>
              <RunesIndexedUpTo />
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <FavouriteButton to={runeLink(id)} kind="Rune" title={nameOf(rune)} />
        {name && !isSample(rune) && <OtherExplorers subject="rune" name={name} />}
      </div>
    </header>
  )
}

/** A name that breaks after a spacer. */
function BreakableName({ name }: { name: string }) {
  return (
    <bdi>
      {name.split('•').map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a name have no other identity.
        <Fragment key={index}>
          {index > 0 && '•'}
          <wbr />
          <UntrustedText text={word} />
        </Fragment>
      ))}
    </bdi>
  )
}

function RuneActivity({ reply }: { reply: Reply<Etching> }) {
  const api = useApi()
  const [search] = useSearchParams()
  const { id } = reply.value
  const { operation, refused } = readListFilter(search)
  const queryFor = (paging: ReturnType<typeof readPaging>['paging']) =>
    runeActivityQuery(api, id, { ...paging, operation })
  const activity = useQuery(queryFor(readPaging(search).paging))
  return (
    <>
      <PageHead {...runeHead({ kind: 'id', id }, search, { data: reply, error: null }, activity)} />
      {refused.length > 0 && <IgnoredParameters refused={refused} />}
      {!search.has('view') && (
        <OperationFilter
          operation={operation}
          linkTo={(operation) => runeLink(id, { operation })}
        />
      )}
      <ActivityList
        subject={{ kind: 'rune', id }}
        name={`rune-${id.replace(':', '-')}`}
        activity={activity}
        linkTo={(paging) => runeLink(id, { operation, ...paging })}
        queryFor={queryFor}
        unfiltered={operation && runeLink(id)}
      />
    </>
  )
}

function runeHead(
  identifier: RuneIdentifier,
  search: URLSearchParams,
  { data: reply, error }: Loaded<Reply<Etching>>,
  list?: Loaded<List>,
): Head {
  if (reply === undefined) {
    const text = runeText(identifier)
    const title = error?.kind === 'not-found' ? `Rune ${text} not found` : `Rune ${text}`
    return { title, dataPath: dataPath(identifier, search), ...pageStatus(error) }
  }
  const rune = reply.value
  const { paging, refused } = readPaging(search)
  const { operation, refused: refusedFilters } = readListFilter(search)
  const view = isHolders(search) ? 'holders' : undefined
  const number = rune.number === undefined ? rune.id : `#${rune.number}`
  const activity = paging.offset === 0 ? number : 'Activity'
  return {
    kind: 'Rune',
    title: `${nameOf(rune)} · ${view ? 'Holders' : activity}`,
    description: describeRune(rune),
    path: runeLink(rune.id, { view, operation, ...paging }),
    dataPath: dataPath(identifier, search),
    ...statusOf(list, paging.offset, [...refused, ...refusedFilters]),
  }
}

/** A page of the rune's activity or holders. */
type List = Reply<{ results: unknown[] }>

/** A known rune exists even without activity or holders, but a page past the end of a list does not. */
function statusOf(list: Loaded<List> | undefined, offset: number, refused: string[]) {
  const { data, error = null } = list ?? {}
  if (data === undefined && error?.status !== 501) return pageStatus(error)
  if (offset > 0 && data?.value.results.length === 0) return { status: 404 }
  return { status: refused.length > 0 ? 400 : 200 }
}

/** "Current supply 100. Each mint creates 1,000. …" */
function describeRune(rune: Etching): string {
  const supply = rune.supply?.current
  const parts = [
    supply && `Current supply ${formatDecimal(trimDecimal(supply), 'en')}.`,
    describeTerms(rune, 'en'),
  ].filter(Boolean)
  return parts.length > 0
    ? parts.join(' ')
    : `The Bitcoin rune ${nameOf(rune)}: its etching, its activity and its holders.`
}

function nameOf({ spaced_name, name, id }: Etching): string {
  return spaced_name ?? name ?? id
}

function isSample({ id }: Etching): boolean {
  return id.startsWith(`${SAMPLES.block_height}:`)
}
