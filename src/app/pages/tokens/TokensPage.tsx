import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import { pathTo, type Reply } from '../../../contract/client.ts'
import type { TokenPage } from '../../../contract/schemas/token.ts'
import { PageActions } from '../../layout/PageActions.tsx'
import { deployerLink } from '../../links.ts'
import { EndpointList } from '../../lists/List.tsx'
import { changeSearch, parametersOf, readList } from '../../lists/paging.ts'
import { sortBy } from '../../lists/sortBy.ts'
import { TokenTable } from '../../lists/TokenTable.tsx'
import { FilterChip } from '../../lists/Toolbar.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import {
  type Loaded,
  type PageHandle,
  pageStatus,
  respondWith,
  sourceContext,
} from '../../pageLoader.ts'
import { endpointQuery } from '../../query.ts'
import { CopyableId, Id, shortenId } from '../../ui/Id.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { load } = context.get(sourceContext)
  const page = readPage(new URL(request.url).searchParams)
  const list = await load(endpointQuery('tokens', page.given))
  return respondWith(tokensHead(page, list))
}

export const handle: PageHandle = {
  parameters: parametersOf('tokens'),
  dataPath: (_, search) => pathTo('tokens', readPage(search).given),
}

type Page = ReturnType<typeof readPage>

/** Tokens with metadata or a supply come first, unless the reader sorts by something else. */
function readPage(search: URLSearchParams) {
  const { filters, paging, refused } = readList('tokens', search)
  return {
    search,
    filters,
    refused,
    given: { order_by: 'completeness' as const, ...filters, ...paging },
  }
}

function tokensHead({ search, filters }: Page, { error }: Loaded<Reply<TokenPage>>): Head {
  const { address } = filters
  return {
    ...(address !== undefined && { kind: 'Address' }),
    title: address === undefined ? 'Tokens' : `Tokens by ${shortenId(address)}`,
    description: 'SIP-010 tokens on Stacks: name, symbol, decimals and exact supply.',
    path: `/tokens${changeSearch(search, {})}`.replace(/\?$/, ''),
    dataPath: pathTo('tokens', readPage(search).given),
    ...pageStatus(error),
  }
}

export function Component() {
  const [search] = useSearchParams()
  const page = readPage(search)
  const { filters, given } = page
  const { address: deployer } = filters
  const query = endpointQuery('tokens', given)
  const list = useQuery(query)
  const reply = list.data?.value
  return (
    <>
      <PageHead {...tokensHead(page, list)} />
      <PageHeader
        crumb="Stacks · SIP-010"
        mark={deployer !== undefined && <Mark id={deployer} size={40} />}
        title={
          deployer === undefined ? (
            'Tokens'
          ) : (
            <>
              Tokens by <Id text={deployer} />
            </>
          )
        }
        actions={
          deployer !== undefined && <Actions address={deployer} dataPath={query.queryKey[1]} />
        }
        {...(deployer !== undefined && {
          meta: <CopyableId text={deployer} isWhole label="Address" />,
        })}
        badges={
          reply !== undefined && (
            <span className="text-sm text-muted">
              <Numeral value={reply.total} /> {hasNoFilter(filters) ? 'tokens' : 'match'}
            </span>
          )
        }
      />
      <EndpointList
        query={query}
        toolbar={{
          label: 'Filter tokens',
          chips: (
            <>
              <FilterChip
                name="All"
                changes={{ valid_metadata_only: undefined }}
                isCurrent={filters.valid_metadata_only !== 'true'}
              />
              <FilterChip
                name="With metadata"
                changes={{ valid_metadata_only: 'true' }}
                isCurrent={filters.valid_metadata_only === 'true'}
              />
            </>
          ),
          filters: TEXT_FILTERS,
          refused: page.refused,
        }}
        things="tokens"
        empty={{
          title: hasNoFilter(filters) ? 'No tokens yet' : 'No token matches',
          text: hasNoFilter(filters)
            ? 'This service has none.'
            : 'Take a filter away to see others.',
          actions: !hasNoFilter(filters) && (
            <Link to="/tokens" className="button">
              Show all tokens
            </Link>
          ),
        }}
      >
        {({ results }, isBusy) => (
          <TokenTable
            caption="Tokens"
            rows={results}
            isBusy={isBusy}
            sortBy={(order) => sortBy(order, search)}
          />
        )}
      </EndpointList>
    </>
  )
}

function Actions({ address, dataPath }: { address: string; dataPath: string }) {
  return (
    <PageActions
      page={{ to: deployerLink(address), kind: 'Address', title: shortenId(address) }}
      dataPath={dataPath}
      others={[{ name: 'explorer.hiro.so', href: `https://explorer.hiro.so/address/${address}` }]}
    />
  )
}

const TEXT_FILTERS = {
  name: { name: 'Name', placeholder: 'a part of it' },
  symbol: { name: 'Symbol', placeholder: 'all of it' },
  address: { name: 'Deployer', placeholder: 'SP…' },
}

function hasNoFilter({ order_by, order, ...filters }: Page['filters']): boolean {
  return Object.values(filters).every((value) => value === 'false')
}
