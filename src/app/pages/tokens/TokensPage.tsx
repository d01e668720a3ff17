import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import type { Reply } from '../../../contract/client.ts'
import {
  type TokenListOptions,
  type TokenPage,
  tokenListPath,
} from '../../../contract/tokenList.ts'
import { useApi } from '../../appContext.ts'
import { MISTYPED_ADDRESS } from '../../errors/mistypedAddress.ts'
import { tokensLink } from '../../links.ts'
import { ListEmpty } from '../../lists/ListEmpty.tsx'
import { listStatus } from '../../lists/listStatus.ts'
import { PagedList } from '../../lists/PagedList.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type Loaded, type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { readPaging } from '../../pageSizes.ts'
import { tokenListQuery } from '../../queries/tokens.ts'
import { checksumQuery } from '../../search/checksumQuery.ts'
import { NamesakeWarning } from '../../search/NamesakeWarning.tsx'
import { CardTable } from '../../ui/CardTable.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { readTokenOptions, TOKEN_PARAMETERS } from './readTokenOptions.ts'
import { TokenFilter } from './TokenFilter.tsx'
import { tokenColumns } from './tokenColumns.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { api, load } = context.get(sourceContext)
  const search = new URL(request.url).searchParams
  const { options } = readTokenOptions(search)
  const list = await load(tokenListQuery(api, options, readPaging(search).paging))
  return respondWith(tokensHead(search, list))
}

export const handle: PageHandle = {
  parameters: TOKEN_PARAMETERS,
  dataPath: (_, search) =>
    tokenListPath(readTokenOptions(search).options, readPaging(search).requested),
}

/** The tokens of the service, filtered and sorted. */
export function Component() {
  const api = useApi()
  const [search] = useSearchParams()
  const { paging, refused } = readPaging(search)
  const { options, refused: refusedOptions } = readTokenOptions(search)
  const list = useQuery(tokenListQuery(api, options, paging))
  const isShared = options.symbol !== undefined && (list.data?.value.total ?? 0) > 1
  return (
    <div className="space-y-4">
      <PageHead {...tokensHead(search, list)} />
      <PageHeading>Tokens</PageHeading>
      {options.address === undefined ? (
        <p className="text-muted">
          SIP-010 tokens on Stacks. Anyone can use any name and symbol: only the contract principal
          identifies a token.
        </p>
      ) : (
        <p>
          Deployed by <Hash text={options.address} label="deployer address" length="full" />{' '}
          {list.data?.coverage === 'partial' &&
            '(only the tokens in this service’s database are listed) '}
          <Link to={tokensLink()} className="link inline-block">
            Show all tokens
          </Link>
        </p>
      )}
      <TokenFilter options={options} />
      <PagedList
        unit="token"
        list={list}
        refused={[...refusedOptions, ...refused]}
        linkTo={(page) => tokensLink(options, page)}
        queryFor={(page) => tokenListQuery(api, options, page)}
        summary={isShared && <NamesakeWarning>Several tokens have this symbol.</NamesakeWarning>}
        empty={<NoTokens options={options} />}
      >
        {({ results }) => (
          <CardTable
            caption={`Tokens, sorted by ${options.orderBy}`}
            columns={tokenColumns(options)}
            rows={results}
            keyOf={({ contract_principal }) => contract_principal}
          />
        )}
      </PagedList>
    </div>
  )
}

function NoTokens({ options }: { options: TokenListOptions }) {
  const { address = '' } = options
  const { data: isRight } = useQuery({ ...checksumQuery(address), enabled: address !== '' })
  const showAll = (
    <Link to={tokensLink()} className="button">
      Show all tokens
    </Link>
  )
  return (
    <ListEmpty title="No tokens" actions={!isWhole(options) && showAll}>
      {isRight === false ? MISTYPED_ADDRESS : whyNone(options)}
    </ListEmpty>
  )
}

/** Whether nothing filters the list. */
function isWhole(options: TokenListOptions): boolean {
  return tokensLink({ ...options, orderBy: undefined, order: undefined }) === tokensLink()
}

function whyNone(options: TokenListOptions): string {
  if (isWhole(options)) return 'This service has no tokens.'
  const { name, symbol, validMetadataOnly } = options
  if (name || symbol || validMetadataOnly) {
    return 'No token matches the filter.'
  }
  return 'The service has no tokens deployed by this address.'
}

function tokensHead(search: URLSearchParams, list: Loaded<Reply<TokenPage>>): Head {
  const { paging, requested, refused } = readPaging(search)
  const { options, refused: refusedOptions } = readTokenOptions(search)
  return {
    title: options.address === undefined ? 'Tokens' : `Tokens by ${options.address}`,
    description: 'SIP-010 tokens on Stacks: name, symbol, decimals and exact supply.',
    path: tokensLink(options, paging),
    dataPath: tokenListPath(options, requested),
    ...listStatus(list, [...refusedOptions, ...refused]),
  }
}
