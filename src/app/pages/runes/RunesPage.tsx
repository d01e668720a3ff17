import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import type { Reply } from '../../../contract/client.ts'
import { type RuneListOptions, type RunePage, runeListPath } from '../../../contract/runeList.ts'
import { useApi } from '../../appContext.ts'
import { runesLink } from '../../links.ts'
import { Incomplete } from '../../lists/Incomplete.tsx'
import { ListEmpty } from '../../lists/ListEmpty.tsx'
import { listStatus } from '../../lists/listStatus.ts'
import { PagedList } from '../../lists/PagedList.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type Loaded, type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { readPaging } from '../../pageSizes.ts'
import { aboutQuery, newestRuneBlock } from '../../queries/directory.ts'
import { runeListQuery } from '../../queries/runes.ts'
import { RunesIndexedUpTo } from '../../sources/IndexedUpTo.tsx'
import { CardTable } from '../../ui/CardTable.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { RuneFilter } from './RuneFilter.tsx'
import { RUNE_PARAMETERS, readRuneOptions } from './readRuneOptions.ts'
import { runeColumns } from './runeColumns.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, load } = context.get(sourceContext)
  const search = new URL(request.url).searchParams
  const { options } = readRuneOptions(search)
  const list = await load(runeListQuery(api, options, readPaging(search).paging))
  return respondWith(runesHead(search, list))
}

export const handle: PageHandle = {
  parameters: RUNE_PARAMETERS,
  dataPath: (_, search) =>
    runeListPath(readRuneOptions(search).options, readPaging(search).requested),
}

/** The runes of the service, filtered and sorted. */
export function Component() {
  const api = useApi()
  const [search] = useSearchParams()
  const { paging, refused } = readPaging(search)
  const { options, refused: refusedOptions } = readRuneOptions(search)
  const list = useQuery(runeListQuery(api, options, paging))
  const tip = newestRuneBlock(useQuery(aboutQuery(api)).data)
  return (
    <div className="space-y-4">
      <PageHead {...runesHead(search, list)} />
      <PageHeading>Runes</PageHeading>
      <p className="text-muted">
        Bitcoin runes, {ORDERS[`${options.orderBy} ${options.order}`]}. <RunesIndexedUpTo />
      </p>
      <RuneFilter
        options={options}
        isSupplyKnown={list.data?.coverage !== 'partial' && list.error?.status !== 501}
      />
      {list.data?.coverage === 'partial' && (
        <Incomplete>
          The service has only part of the history of runes. Some runes are missing, and no supply
          is known.
        </Incomplete>
      )}
      {list.error?.status === 501 ? (
        <NoSupply options={options} />
      ) : (
        <PagedList
          unit="rune"
          list={list}
          refused={[...refusedOptions, ...refused]}
          linkTo={(page) => runesLink(options, page)}
          queryFor={(page) => runeListQuery(api, options, page)}
          empty={<NoRunes options={options} />}
        >
          {({ results }) => (
            <CardTable
              caption={`Runes, ${ORDERS[`${options.orderBy} ${options.order}`]}`}
              columns={runeColumns(options, tip)}
              rows={results}
              keyOf={({ id }) => id}
            />
          )}
        </PagedList>
      )}
    </div>
  )
}

const ORDERS: Record<string, string> = {
  'number desc': 'newest first',
  'number asc': 'oldest first',
  'name asc': 'by name from A to Z',
  'name desc': 'by name from Z to A',
}

function NoSupply({ options }: { options: RuneListOptions }) {
  return (
    <Notice
      tone="information"
      title="This service does not know which runes can be minted"
      actions={
        <Link to={runesLink({ ...options, mintable: false })} className="button">
          Show all runes
        </Link>
      }
    >
      <p>This needs the whole history of runes. This service has only part of it.</p>
    </Notice>
  )
}

function NoRunes({ options: { name, mintable } }: { options: RuneListOptions }) {
  const isFiltered = name !== undefined || mintable
  return (
    <ListEmpty
      title="No runes"
      actions={
        isFiltered && (
          <Link to={runesLink()} className="button">
            Show all runes
          </Link>
        )
      }
    >
      {isFiltered ? 'No rune matches.' : 'This service has no runes.'}
      {name !== undefined &&
        ' The filter matches the beginning of a name, with or without spacers.'}
    </ListEmpty>
  )
}

function runesHead(search: URLSearchParams, list: Loaded<Reply<RunePage>>): Head {
  const { paging, requested, refused } = readPaging(search)
  const { options, refused: refusedOptions } = readRuneOptions(search)
  return {
    title: options.mintable ? 'Mintable runes' : 'Runes',
    description: 'Bitcoin runes: number, name, supply, mint progress and etching.',
    path: runesLink(options, paging),
    dataPath: runeListPath(options, requested),
    ...listStatus(list, [...refusedOptions, ...refused]),
  }
}
