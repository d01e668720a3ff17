import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { PageActions } from '../../layout/PageActions.tsx'
import { deployerLink } from '../../links.ts'
import { EndpointList } from '../../lists/List.tsx'
import { listPath, parametersOf, readList, sortBy } from '../../lists/paging.ts'
import { TokenTable } from '../../lists/TokenTable.tsx'
import { FilterChips } from '../../lists/Toolbar.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type Loaded, type PageHandle, pageLoader, pageStatus } from '../../pageLoader.ts'
import { endpointQuery } from '../../query.ts'
import { CopyableId, Id, shortenId } from '../../ui/Id.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { ButtonLink } from '../../ui/Notice.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

export const loader = pageLoader(async ({ search, load }) =>
  tokensHead(search, await load(tokensQuery(search))),
)

export const handle: PageHandle = {
  parameters: parametersOf('tokens'),
  dataPath: (_, search) => tokensQuery(search).queryKey[1],
}

/** Tokens with metadata or a supply come first, unless the reader sorts by something else. */
function tokensQuery(search: URLSearchParams) {
  const { filters, paging } = readList('tokens', search)
  return endpointQuery('tokens', { order_by: 'completeness', ...filters, ...paging })
}

function tokensHead(search: URLSearchParams, { error }: Loaded<unknown>): Head {
  const { address } = readList('tokens', search).filters
  return {
    ...(address !== undefined && { kind: 'Address' }),
    title: address === undefined ? 'Tokens' : `Tokens by ${shortenId(address)}`,
    description: 'SIP-010 tokens on Stacks: name, symbol, decimals and exact supply.',
    path: listPath('/tokens', search),
    dataPath: tokensQuery(search).queryKey[1],
    ...pageStatus(error),
  }
}

export function Component() {
  const [search] = useSearchParams()
  const { filters, refused } = readList('tokens', search)
  const { address: deployer } = filters
  const isFiltered = hasFilter(filters)
  const query = tokensQuery(search)
  const list = useQuery(query)
  const total = list.data?.value.total
  return (
    <>
      <PageHead {...tokensHead(search, list)} />
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
          deployer !== undefined && (
            <PageActions
              page={{ to: deployerLink(deployer), kind: 'Address', title: shortenId(deployer) }}
              dataPath={query.queryKey[1]}
              others={[
                { name: 'explorer.hiro.so', href: `https://explorer.hiro.so/address/${deployer}` },
              ]}
            />
          )
        }
        meta={deployer !== undefined && <CopyableId text={deployer} isWhole label="Address" />}
        badges={
          total !== undefined && (
            <span className="text-sm text-muted">
              <Numeral value={total} /> {isFiltered ? 'match' : 'tokens'}
            </span>
          )
        }
      />
      <EndpointList
        query={query}
        toolbar={{
          label: 'Filter tokens',
          chips: (
            <FilterChips
              parameter="valid_metadata_only"
              names={{ true: 'With metadata' }}
              current={filters.valid_metadata_only === 'true' ? 'true' : undefined}
            />
          ),
          filters: TEXT_FILTERS,
          refused,
        }}
        things="tokens"
        empty={{
          title: isFiltered ? 'No token matches' : 'No tokens yet',
          text: isFiltered ? 'Take a filter away to see others.' : 'This service has none.',
          actions: isFiltered && <ButtonLink to="/tokens">Show all tokens</ButtonLink>,
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

const TEXT_FILTERS = {
  name: { name: 'Name', placeholder: 'a part of it' },
  symbol: { name: 'Symbol', placeholder: 'all of it' },
  address: { name: 'Deployer', placeholder: 'SP…' },
}

type Filters = ReturnType<typeof readList>['filters']

function hasFilter({ order_by, order, ...filters }: Filters): boolean {
  return Object.values(filters).some((value) => value !== 'false')
}
