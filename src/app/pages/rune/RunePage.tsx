import { type UseQueryResult, useQuery } from '@tanstack/react-query'
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
import type { RequestError } from '../../../contract/requestError.ts'
import { ActivityList } from '../../activity/ActivityList.tsx'
import { readListFilter } from '../../activity/listFilter.ts'
import { OperationFilter } from '../../activity/OperationFilter.tsx'
import { useApi } from '../../appContext.ts'
import { Failure } from '../../errors/Failure.tsx'
import { MalformedIdentifier, malformedIdentifierHead } from '../../errors/MalformedIdentifier.tsx'
import { StoredDataNotices } from '../../errors/StoredDataNotices.tsx'
import { ACTIVITY_PARAMETERS, runeLink } from '../../links.ts'
import { IgnoredParameters } from '../../lists/IgnoredParameters.tsx'
import { PageHead } from '../../PageHead.tsx'
import { type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { readPaging } from '../../pageSizes.ts'
import { runeActivityQuery } from '../../queries/activity.ts'
import { holdersQuery, runeQuery } from '../../queries/runes.ts'
import { RawResponse } from '../../sources/RawResponse.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TabLinks } from '../../ui/TabLinks.tsx'
import { TOP_HOLDERS } from './Concentration.tsx'
import { Holders } from './Holders.tsx'
import { RuneFacts } from './RuneFacts.tsx'
import { RuneHeader } from './RuneHeader.tsx'
import { dataPath, isHolders, isSample, runeHead } from './runeHead.ts'
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
          <p>This rune is not on any chain. It shows how Cairn displays a rune.</p>
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
