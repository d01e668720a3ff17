import * as v from 'valibot'
import { type Endpoint, EXAMPLE } from './endpoint.ts'
import * as p from './parameters.ts'
import { TOKEN_PROBLEMS } from './problems.ts'
import { ActivityPage } from './schemas/activity.ts'
import { Balance, Holder } from './schemas/address.ts'
import { RunesStatus } from './schemas/chain.ts'
import { RuneEtching } from './schemas/etching.ts'
import { pageOf } from './schemas/page.ts'
import { FoundToken, Token, TokenPage, TokensStatus } from './schemas/token.ts'

/** Those of the two APIs that others have retired: tokens and runes. */
export const RETIRED_ENDPOINTS = {
  token: {
    path: '/metadata/v1/ft/:principal',
    parameters: { principal: p.principal, locale: p.locale },
    reply: Token,
    title: 'Token',
    description: 'A SIP-010 token and its metadata document, in a locale or the default one.',
    problems: TOKEN_PROBLEMS,
    hasOwnAddresses: true,
  },
  tokens: {
    path: '/metadata/v1/ft',
    parameters: { ...p.tokenFilters, ...p.paging('tokens') },
    reply: TokenPage,
    title: 'Tokens',
    description:
      'The tokens, without their metadata documents. Samples, and contracts without a readable token, are left out. Filters and sorting ignore the case of the letters A to Z.',
    example: { order_by: 'symbol' },
    hasOwnAddresses: true,
  },
  tokenSearch: {
    path: '/metadata/v1/search',
    parameters: { contract: p.contracts, locale: p.locale },
    reply: v.array(FoundToken),
    title: 'Tokens by contract',
    description:
      'The tokens of several contracts, without their metadata documents, in the order of the request. Contracts without a readable token are left out. A token that has no document in the locale is sent in its default one.',
    example: { contract: EXAMPLE.principal },
    hasOwnAddresses: true,
  },
  tokensStatus: {
    path: '/metadata/v1/',
    parameters: {},
    reply: TokensStatus,
    title: 'Status of the token API',
    description: 'The version of the service, and how new its tokens are.',
  },
  transactionActivity: {
    path: '/runes/v1/transactions/:tx_id/activity',
    parameters: { tx_id: p.txId, operation_type: p.operationType, ...p.paging('records') },
    reply: ActivityPage,
    title: 'Rune activity of a transaction',
    description:
      'The records of a transaction, last record first. For an unknown transaction, the response is 200 with total 0.',
  },
  blockActivity: {
    path: '/runes/v1/blocks/:block/activity',
    parameters: { block: p.block, operation_type: p.operationType, ...p.paging('records') },
    reply: ActivityPage,
    title: 'Rune activity of a block',
    description:
      'The records of a block, newest first: by transaction index, then event index, both descending. For an unknown block, the response is 200 with total 0.',
  },
  etchings: {
    path: '/runes/v1/etchings',
    parameters: { ...p.paging('runes') },
    reply: pageOf(RuneEtching, 'runes'),
    title: 'Runes',
    description: 'The runes, newest first: by height of etching, then transaction index.',
  },
  etching: {
    path: '/runes/v1/etchings/:etching',
    parameters: { etching: p.rune },
    reply: RuneEtching,
    title: 'Rune',
    description: 'A rune with its terms and its supply.',
  },
  etchingActivity: {
    path: '/runes/v1/etchings/:etching/activity',
    parameters: { etching: p.rune, operation_type: p.operationType, ...p.paging('records') },
    reply: ActivityPage,
    title: 'Activity of a rune',
    description:
      'The records of a rune, newest first. With operation_type, offset is at most 100,000.',
  },
  etchingAddressActivity: {
    path: '/runes/v1/etchings/:etching/activity/:address',
    parameters: { etching: p.rune, address: p.address, ...p.paging('records') },
    reply: ActivityPage,
    title: 'Activity of a rune and an address',
    description:
      'The records of a rune whose address it is, newest first. Offset is at most 100,000.',
  },
  holders: {
    path: '/runes/v1/etchings/:etching/holders',
    parameters: { etching: p.rune, ...p.paging('holders') },
    reply: pageOf(Holder, 'holders'),
    title: 'Holders of a rune',
    description: 'The addresses that hold a rune, largest balance first.',
  },
  holder: {
    path: '/runes/v1/etchings/:etching/holders/:address',
    parameters: { etching: p.rune, address: p.address },
    reply: Holder,
    title: 'Balance of a rune and an address',
    description: 'How much of a rune an address holds. A former holder has 0.',
  },
  balances: {
    path: '/runes/v1/addresses/:address/balances',
    parameters: { address: p.address, ...p.paging('balances') },
    reply: pageOf(Balance, 'balances'),
    title: 'Balances of an address',
    description: 'The runes that an address holds, largest amount first.',
  },
  addressActivity: {
    path: '/runes/v1/addresses/:address/activity',
    parameters: { address: p.address, operation_type: p.operationType, ...p.paging('records') },
    reply: ActivityPage,
    title: 'Activity of an address',
    description:
      'The records whose address it is, newest first. With operation_type, offset is at most 100,000.',
  },
  runesStatus: {
    path: '/runes/v1/',
    parameters: {},
    reply: RunesStatus,
    title: 'Status of the runes API',
    description: 'The version of the service, and how far its index goes.',
  },
} as const satisfies Record<string, Endpoint>
