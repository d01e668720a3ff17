import { isStacksAddress } from '../../../bitcoin/addresses.ts'
import { pathTo, type Reply } from '../../../contract/client.ts'
import type { TokenPage } from '../../../contract/schemas/token.ts'
import { addressLink } from '../../links.ts'
import { List, useList } from '../../lists/List.tsx'
import { Export, PageSteps } from '../../lists/Pager.tsx'
import { readPaging } from '../../lists/paging.ts'
import { TokenTable } from '../../lists/TokenTable.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import type { Loaded, Source } from '../../pageLoader.ts'
import { pageStatus } from '../../pageStatus.ts'
import { endpointQuery } from '../../query.ts'
import { shortenId } from '../../ui/Id.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { Dot } from '../../ui/PageHeader.tsx'
import { AddressHeader } from './AddressHeader.tsx'

type Page = NonNullable<ReturnType<typeof readStacksPage>>

/** Undefined if the text is not a Stacks address. */
export function readStacksPage(id: string, search: URLSearchParams) {
  return isStacksAddress(id) ? { address: id, ...readPaging(search) } : undefined
}

export async function loadStacksAddress(page: Page, { load }: Source): Promise<Head> {
  return headOf(page, await load(endpointQuery('tokens', tokensGiven(page))))
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
  const list = useList(endpointQuery('tokens', tokensGiven(page)))
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
          <TokenTable
            caption="Tokens that the address deployed"
            rows={results}
            isBusy={isBusy}
            isOfDeployer
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
