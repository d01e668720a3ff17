import { Link } from 'react-router-dom'
import { isStacksAddress } from '../../../bitcoin/addresses.ts'
import { pathTo, type Reply } from '../../../contract/client.ts'
import type { ListedToken, TokenPage } from '../../../contract/schemas/token.ts'
import { addressLink, tokenLink } from '../../links.ts'
import { List, useList } from '../../lists/List.tsx'
import { Export, PageSteps } from '../../lists/Pager.tsx'
import { readPaging } from '../../lists/paging.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import type { Loaded, Source } from '../../pageLoader.ts'
import { pageStatus } from '../../pageStatus.ts'
import { endpointQuery } from '../../query.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { shortenId } from '../../ui/Id.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { MixedScriptWarning } from '../../ui/MixedScriptWarning.tsx'
import { Amount, Numeral, placesOf, scaleAmount } from '../../ui/numbers.tsx'
import { Dot } from '../../ui/PageHeader.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { AddressHeader } from './AddressHeader.tsx'

type Page = NonNullable<ReturnType<typeof readStacksPage>>

/** Undefined if the text is not a Stacks address. */
export function readStacksPage(id: string, search: URLSearchParams) {
  return isStacksAddress(id) ? { address: id, ...readPaging(search) } : undefined
}

export async function loadStacksAddress(page: Page, { api, load }: Source): Promise<Head> {
  return headOf(page, await load(endpointQuery(api, 'tokens', tokensGiven(page), page.address)))
}

export function stacksDataPath(page: Page): string {
  return pathTo('tokens', tokensGiven(page))
}

function tokensGiven({ address, paging }: Page) {
  return { address, order_by: 'completeness' as const, ...paging }
}

function headOf(page: Page, { data, error }: Loaded<Reply<TokenPage>>): Head {
  const total = data?.value.total
  return {
    kind: 'Address',
    title: `Address ${shortenId(page.address)}`,
    ...(total !== undefined && {
      description: `A Stacks address that deployed ${total === 1 ? '1 token' : `${total} tokens`}.`,
    }),
    path: addressLink(page.address),
    dataPath: stacksDataPath(page),
    ...pageStatus(error),
  }
}

/** The tokens that a Stacks address deployed. */
export function StacksAddress({ page }: { page: Page }) {
  const { address } = page
  const list = useList('tokens', tokensGiven(page), address)
  const total = list.data?.value.total
  return (
    <article>
      <PageHead {...headOf(page, list)} />
      <AddressHeader
        address={address}
        crumb={
          <>
            Address <Dot /> {STACKS_NETWORKS[address.slice(0, 2)]}
          </>
        }
        dataPath={stacksDataPath(page)}
        others={[{ name: 'explorer.hiro.so', href: `https://explorer.hiro.so/address/${address}` }]}
      />
      <div className="mt-6 mb-3 flex min-h-8 items-center gap-3">
        <h2 className="text-lg font-semibold">Tokens</h2>
        {total !== undefined && (
          <span className="text-sm text-muted">
            <Numeral value={total} />
          </span>
        )}
        {list.data !== undefined && list.data.value.total > 0 && (
          <PageSteps page={list.data.value}>
            <Export path={pathTo('tokens', tokensGiven(page))} />
          </PageSteps>
        )}
      </div>
      <List
        list={list}
        things="tokens"
        empty={{
          title: 'No tokens deployed by this address',
          text: 'It may hold tokens of others, which Cairn does not follow.',
        }}
      >
        {({ results }, isBusy) => (
          <DataTable
            caption="Tokens that the address deployed"
            rows={results}
            isBusy={isBusy}
            keyOf={({ contract_principal }) => contract_principal}
            columns={columnsFor(results)}
          />
        )}
      </List>
    </article>
  )
}

const STACKS_NETWORKS: Record<string, string> = {
  SP: 'Stacks',
  SM: 'Stacks, multi-signature',
  ST: 'Stacks testnet',
  SN: 'Stacks testnet, multi-signature',
}

function columnsFor(tokens: ListedToken[]): (Column<ListedToken> | undefined)[] {
  const supplies = tokens.map(supplyOf)
  const places = placesOf(supplies)
  return [
    {
      heading: 'Token',
      className: 'max-w-80 phone:col-start-1 phone:row-start-1 phone:max-w-none',
      cell: (token) => <TokenName token={token} />,
    },
    {
      heading: 'Symbol',
      className: 'max-w-40 phone:col-start-2 phone:row-start-2 phone:max-w-32',
      cell: ({ symbol }) =>
        symbol && (
          <span className="block truncate text-muted">
            <UntrustedText text={symbol} />
          </span>
        ),
    },
    {
      heading: 'Contract',
      className: 'phone:col-start-1 phone:row-start-2',
      cell: ({ contract_principal }) => (
        <span dir="ltr" className="block truncate font-mono text-[0.95em] text-muted">
          {nameOfContract(contract_principal)}
        </span>
      ),
    },
    supplies.every((supply) => supply === undefined)
      ? undefined
      : {
          heading: 'Supply',
          isNumber: true,
          className: 'phone:col-start-2 phone:row-start-1',
          cell: (token) => {
            const supply = supplyOf(token)
            return supply === undefined ? null : <Amount digits={supply} places={places} />
          },
        },
    tokens.every((token) => describeMetadata(token) === undefined)
      ? undefined
      : {
          heading: 'Metadata',
          className: 'text-muted phone:col-span-2 phone:col-start-1 phone:row-start-3',
          cell: describeMetadata,
        },
  ]
}

function TokenName({ token: { name, symbol, contract_principal } }: { token: ListedToken }) {
  return (
    <span className="flex items-center gap-1.75">
      <Mark id={contract_principal} />
      <Link to={tokenLink(contract_principal)} className="quiet-link truncate font-medium">
        <UntrustedText text={name || nameOfContract(contract_principal)} />
      </Link>
      <MixedScriptWarning texts={[name, symbol]} />
    </span>
  )
}

function nameOfContract(principal: string): string {
  return principal.split('.')[1] ?? principal
}

function supplyOf({ total_supply, decimals }: ListedToken): string | undefined {
  return scaleAmount(total_supply, decimals)
}

/** What the metadata document has, as far as a list tells. */
function describeMetadata({ description, image_uri, image_canonical_uri, token_uri }: ListedToken) {
  const hasImage = Boolean(image_uri ?? image_canonical_uri)
  if (description) return hasImage ? 'Description, image' : 'Description'
  if (hasImage) return 'Image'
  return token_uri ? 'Link only' : undefined
}
