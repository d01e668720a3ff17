import { useQuery } from '@tanstack/react-query'
import { definePage, type PageUrl } from '../../definePage.tsx'
import { OF_TOKEN_PAGE } from '../../layout/live.ts'
import { PageActions } from '../../layout/PageActions.tsx'
import { deployerLink } from '../../links.ts'
import { EndpointList } from '../../lists/List.tsx'
import { listPath, parametersOf, readList, sortBy } from '../../lists/paging.ts'
import { FilterChips } from '../../lists/Toolbar.tsx'
import { type Head, PageHead, pageStatus } from '../../PageHead.tsx'
import { endpointQuery, useStacksExplorer } from '../../query.ts'
import type { Loaded } from '../../source.ts'
import { TokenTable } from '../../tokens/TokenTable.tsx'
import { CopyableId, Id, shortenId } from '../../ui/Id.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { ButtonLink } from '../../ui/Notice.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

export const { loader, Component, handle } = definePage({
  parameters: parametersOf('tokens'),
  read: readPage,
  loader: async (page, load) => tokensHead(page, await load(tokensQuery(page))),
  dataPath: (page) => tokensQuery(page).queryKey[1],
  Component: TokensPage,
})

type Page = ReturnType<typeof readPage>

function readPage({ search }: PageUrl) {
  return { search, ...readList('tokens', search) }
}

/** Tokens with metadata or a supply come first, unless the reader sorts by something else. */
function tokensQuery({ filters, paging }: Page) {
  const query = endpointQuery('tokens', { order_by: 'completeness', ...filters, ...paging })
  return { ...query, meta: OF_TOKEN_PAGE }
}

function tokensHead(page: Page, { error }: Loaded<unknown>): Head {
  const { address } = page.filters
  return {
    ...(address !== undefined && { kind: 'Address' }),
    title: address === undefined ? 'Tokens' : `Tokens by ${shortenId(address)}`,
    description: 'SIP-010 tokens on Stacks: name, symbol, decimals and exact supply.',
    path: listPath('/tokens', page.search),
    dataPath: tokensQuery(page).queryKey[1],
    ...pageStatus(error),
  }
}

function TokensPage({ page }: { page: Page }) {
  const { search, filters, refused } = page
  const { address: deployer } = filters
  const isFiltered = hasFilter(filters)
  const query = tokensQuery(page)
  const list = useQuery(query)
  const total = list.data?.value.total
  const others = useStacksExplorer(`address/${deployer}`)
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
          deployer !== undefined && (
            <PageActions
              page={{ to: deployerLink(deployer), kind: 'Address', title: shortenId(deployer) }}
              dataPath={query.queryKey[1]}
              others={others}
            />
          )
        }
        meta={deployer !== undefined && <CopyableId text={deployer} isWhole label="Address" />}
        badges={
          total !== undefined && (
            <span className="text-sm text-muted">
              <Numeral name="list.total" value={total} /> {isFiltered ? 'match' : 'tokens'}
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

function hasFilter({ order_by, order, ...filters }: Page['filters']): boolean {
  return Object.values(filters).some((value) => value !== 'false')
}
