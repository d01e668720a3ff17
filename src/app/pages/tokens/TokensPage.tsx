import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import { pathTo, type Reply } from '../../../contract/client.ts'
import type { ListedToken, TokenPage } from '../../../contract/schemas/token.ts'
import { addressLink, tokenLink } from '../../links.ts'
import { List, useList } from '../../lists/List.tsx'
import { changeSearch, readList } from '../../lists/paging.ts'
import { FilterChip, Toolbar } from '../../lists/Toolbar.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type Loaded, type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { pageStatus } from '../../pageStatus.ts'
import { endpointQuery } from '../../query.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { MarkedId } from '../../ui/Id.tsx'
import { ListedBadge } from '../../ui/ListedBadge.tsx'
import { MixedScriptWarning } from '../../ui/MixedScriptWarning.tsx'
import { Amount, Numeral, placesOf, scaleAmount } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TokenMark } from '../../ui/RemoteImage.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, load } = context.get(sourceContext)
  const page = readPage(new URL(request.url).searchParams)
  const list = await load(endpointQuery(api, 'tokens', page.given, 'tokens'))
  return respondWith(tokensHead(page, list))
}

export const handle: PageHandle = {
  parameters: [
    'name',
    'symbol',
    'address',
    'valid_metadata_only',
    'order_by',
    'order',
    'offset',
    'limit',
  ],
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
    title: address === undefined ? 'Tokens' : `Tokens by ${address}`,
    description: 'SIP-010 tokens on Stacks: name, symbol, decimals and exact supply.',
    path: `/tokens${changeSearch(search, {})}`.replace(/\?$/, ''),
    dataPath: pathTo('tokens', readPage(search).given),
    ...pageStatus(error),
  }
}

/** The tokens of the service, filtered and sorted. */
export function Component() {
  const [search] = useSearchParams()
  const page = readPage(search)
  const { filters, given } = page
  const list = useList('tokens', given, 'tokens')
  const reply = list.data?.value
  return (
    <>
      <PageHead {...tokensHead(page, list)} />
      <PageHeader
        crumb="Stacks · SIP-010"
        title="Tokens"
        badges={
          reply !== undefined && (
            <span className="text-sm text-muted">
              <Numeral value={reply.total} /> {hasNoFilter(filters) ? 'in this service' : 'match'}
            </span>
          )
        }
      />
      <Toolbar
        label="Filter tokens"
        chips={
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
        }
        filters={TEXT_FILTERS}
        page={reply}
        exportPath={pathTo('tokens', given)}
        refused={page.refused}
      />
      <List
        list={list}
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
          <DataTable
            caption="Tokens"
            rows={results}
            isWide={results.some((token) => (supplyOf(token) ?? '').length > LONG_SUPPLY)}
            isBusy={isBusy}
            keyOf={({ contract_principal }) => contract_principal}
            columns={columnsFor(results, search)}
          />
        )}
      </List>
    </>
  )
}

const TEXT_FILTERS = {
  name: { name: 'Name', placeholder: 'a part of it' },
  symbol: { name: 'Symbol', placeholder: 'all of it' },
  address: { name: 'Deployer', placeholder: 'SP…' },
}

/** Whether nothing filters the list. */
function hasNoFilter({ order_by, order, ...filters }: Page['filters']): boolean {
  return Object.values(filters).every((value) => value === 'false')
}

function columnsFor(
  tokens: ListedToken[],
  search: URLSearchParams,
): (Column<ListedToken> | undefined)[] {
  const places = placesOf(tokens.map(supplyOf))
  const has = (read: (token: ListedToken) => unknown) => tokens.some(read)
  return [
    {
      heading: 'Token',
      className:
        'w-full max-w-0 min-w-64 phone:col-start-1 phone:row-start-1 phone:max-w-none phone:min-w-0',
      cell: (token) => <TokenName token={token} />,
      sort: sortBy('name', search),
    },
    {
      heading: 'Symbol',
      className:
        'max-w-48 phone:col-start-2 phone:row-start-1 phone:max-w-32 phone:text-end phone:text-muted',
      cell: ({ symbol = '' }) => (
        <span className="block truncate">
          <UntrustedText text={symbol} />
        </span>
      ),
      sort: sortBy('symbol', search),
    },
    has(supplyOf)
      ? {
          heading: 'Supply',
          isNumber: true,
          className: 'phone:col-span-2 phone:col-start-1 phone:row-start-2 phone:text-start',
          cell: (token) => {
            const supply = supplyOf(token)
            return supply !== undefined && <Amount digits={supply} places={places} />
          },
        }
      : undefined,
    has(({ same_name }) => same_name)
      ? {
          heading: 'Same name',
          isNumber: true,
          className: 'phone:col-span-2 phone:col-start-1 phone:row-start-4 phone:text-start',
          cell: ({ contract_principal, same_name }) =>
            same_name !== undefined && (
              <Link
                to={`${tokenLink(contract_principal)}#look-alikes`}
                className="quiet-link text-muted"
              >
                <Numeral value={same_name} />
                <span className="md:sr-only"> tokens use this name</span>
              </Link>
            ),
        }
      : undefined,
    {
      heading: 'Decimals',
      isNumber: true,
      className: 'phone:hidden',
      cell: ({ decimals }) => decimals !== undefined && <Numeral value={decimals} />,
    },
    {
      heading: 'Deployer',
      className: 'phone:col-start-1 phone:row-start-3 phone:text-muted',
      cell: ({ contract_principal }) => {
        const [address = ''] = contract_principal.split('.')
        return <MarkedId text={address} to={addressLink(address)} />
      },
    },
    has(({ has_document }) => has_document)
      ? {
          heading: 'Metadata',
          className: 'text-muted phone:col-start-2 phone:row-start-3 phone:text-end',
          cell: (token) => token.has_document && contentsOf(token),
        }
      : undefined,
  ]
}

/** What readers find in a metadata document. */
function contentsOf({ description, ...token }: ListedToken): string {
  const image = token.image_thumbnail_uri || token.image_uri || token.image_canonical_uri
  if (image) return description ? 'Image and text' : 'Image'
  return description ? 'Text' : 'No text'
}

/** Sorts from A, then from Z, then as before. */
function sortBy(
  column: 'name' | 'symbol',
  search: URLSearchParams,
): NonNullable<Column<ListedToken>['sort']> {
  const isSorted = search.get('order_by') === column
  const isReversed = search.get('order') === 'desc'
  return {
    to: changeSearch(search, {
      order_by: isSorted && isReversed ? undefined : column,
      order: isSorted && !isReversed ? 'desc' : undefined,
      offset: undefined,
    }),
    direction: isSorted ? (isReversed ? 'descending' : 'ascending') : undefined,
  }
}

function TokenName({ token }: { token: ListedToken }) {
  const { name, symbol, contract_principal, same_name, listed_by } = token
  const { image_thumbnail_uri, image_uri, image_canonical_uri } = token
  const [, contractName = ''] = contract_principal.split('.')
  return (
    <span className="flex min-w-0 items-center gap-2">
      <TokenMark
        principal={contract_principal}
        addresses={[image_thumbnail_uri, image_uri, image_canonical_uri]}
        size={24}
      />
      <Link
        to={tokenLink(contract_principal)}
        title={contract_principal}
        className="quiet-link truncate font-medium"
      >
        <UntrustedText text={name?.trim() ? name : contractName} />
      </Link>
      {same_name !== undefined && (
        <span className="min-w-0 shrink-3 truncate font-mono text-xs text-muted phone:hidden">
          {contractName}
        </span>
      )}
      {listed_by !== undefined && <ListedBadge name={listed_by} />}
      <MixedScriptWarning texts={[name, symbol]} />
    </span>
  )
}

/** In characters: a table with a longer one may not fit. */
const LONG_SUPPLY = 28

function supplyOf({ total_supply, decimals }: ListedToken): string | undefined {
  return scaleAmount(total_supply, decimals)
}
