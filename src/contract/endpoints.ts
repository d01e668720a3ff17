import { endpoint } from './endpoint.ts'
import * as p from './parameters.ts'
import { ActivityPage } from './schemas/activity.ts'
import {
  AddressBalancePage,
  AddressDetails,
  OutputDetails,
  RuneOutputPage,
} from './schemas/address.ts'
import { BalancePage, Holder, HolderPage } from './schemas/balances.ts'
import { About, BlockDetails, BlockPage, RunesStatus, TransactionDetails } from './schemas/chain.ts'
import { Etching, EtchingPage } from './schemas/etching.ts'
import { HealthLive, HealthReady } from './schemas/health.ts'
import { AddressMovementPage, AddressTotals, MovementPage, RuneTotals } from './schemas/movement.ts'
import { DecodedRunestone, NameStatus, NameUnlocks } from './schemas/names.ts'
import { pageOf } from './schemas/page.ts'
import { RuneHistory, RuneHolderPage, RunePage } from './schemas/rune.ts'
import { RuneDetails } from './schemas/runeDetails.ts'
import { LookAlikes, SearchResults } from './schemas/search.ts'
import { Token, TokenPage } from './schemas/token.ts'

// Every endpoint, once. docs/contributing.md says how to add one.

/** Examples that every index of mainnet has, the bundled blocks included. A service substitutes its own. */
const EXAMPLE = {
  principal: 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin',
  block: '840002',
  tx_id: '8a67bc16f47fdec19b0a8460f0f0aaa65ed1436eb009e4d9cd2a6ac7b04e5bb5',
  rune: '840002:304',
  etching: '840002:304',
  address: 'bc1pe9vw95932j9zs9re28x4k4la37ms5776873up9ch0xuatezm38lq6tc5f0',
}

const RuneTotalsPage = pageOf(RuneTotals, 'A page of runes and what happened to them.', 'runes')
const AddressTotalsPage = pageOf(
  AddressTotals,
  'A page of addresses and what happened to their runes.',
  'entries',
)

export const ENDPOINTS = {
  token: endpoint({
    path: '/metadata/v1/ft/:principal',
    parameters: { principal: p.principal, locale: p.locale },
    reply: Token,
    group: 'contract',
    title: 'Token',
    description: 'A SIP-010 token and its metadata document, in a locale or the default one.',
    problems: [
      'contract-not-found',
      'token-not-found',
      'token-error',
      'locale-not-found',
      'metadata-in-progress',
    ],
    example: EXAMPLE,
  }),
  tokens: endpoint({
    path: '/metadata/v1/ft',
    parameters: {
      name: p.nameFilter,
      symbol: p.symbolFilter,
      address: p.stacksAddressFilter,
      valid_metadata_only: p.validMetadataOnly,
      order_by: p.tokenOrder,
      order: p.direction,
      ...p.paging('tokens'),
    },
    reply: TokenPage,
    group: 'contract',
    title: 'Tokens',
    description:
      'The tokens, without their metadata documents. Samples, and contracts without a readable token, are left out. Filters and sorting ignore the case of the letters A to Z.',
    example: { order_by: 'symbol', limit: '2' },
  }),
  transactionActivity: endpoint({
    path: '/runes/v1/transactions/:tx_id/activity',
    parameters: { tx_id: p.txId, operation_type: p.operationType, ...p.paging('records') },
    reply: ActivityPage,
    group: 'contract',
    title: 'Rune activity of a transaction',
    description:
      'The records of a transaction, last record first. For an unknown transaction, the response is 200 with total 0.',
    example: EXAMPLE,
  }),
  blockActivity: endpoint({
    path: '/runes/v1/blocks/:block/activity',
    parameters: { block: p.block, operation_type: p.operationType, ...p.paging('records') },
    reply: ActivityPage,
    group: 'contract',
    title: 'Rune activity of a block',
    description:
      'The records of a block, newest first: by transaction index, then event index, both descending. For an unknown block, the response is 200 with total 0.',
    example: { ...EXAMPLE, limit: '2' },
  }),
  etchings: endpoint({
    path: '/runes/v1/etchings',
    parameters: { ...p.paging('runes') },
    reply: EtchingPage,
    group: 'contract',
    title: 'Runes',
    description:
      'The runes, newest first: by the height of their etching, then its transaction index.',
    example: { limit: '2' },
  }),
  etching: endpoint({
    path: '/runes/v1/etchings/:etching',
    parameters: { etching: p.rune },
    reply: Etching,
    group: 'contract',
    title: 'Rune',
    description: 'A rune with its terms and its supply.',
    problems: ['rune-not-found'],
    example: EXAMPLE,
  }),
  etchingActivity: endpoint({
    path: '/runes/v1/etchings/:etching/activity',
    parameters: { etching: p.rune, operation_type: p.operationType, ...p.paging('records') },
    reply: ActivityPage,
    group: 'contract',
    title: 'Activity of a rune',
    description:
      'The records of a rune, newest first. With operation_type, offset is at most 100,000.',
    problems: ['rune-not-found'],
    example: { ...EXAMPLE, limit: '2' },
  }),
  etchingAddressActivity: endpoint({
    path: '/runes/v1/etchings/:etching/activity/:address',
    parameters: { etching: p.rune, address: p.address, ...p.paging('records') },
    reply: ActivityPage,
    group: 'contract',
    title: 'Activity of a rune and an address',
    description:
      'The records of a rune whose address it is, newest first. Offset is at most 100,000.',
    problems: ['rune-not-found'],
    example: { ...EXAMPLE, limit: '2' },
  }),
  holders: endpoint({
    path: '/runes/v1/etchings/:etching/holders',
    parameters: { etching: p.rune, ...p.paging('holders') },
    reply: HolderPage,
    group: 'contract',
    title: 'Holders of a rune',
    description: 'The addresses that hold a rune, largest balance first.',
    problems: ['rune-not-found'],
    example: { ...EXAMPLE, limit: '2' },
  }),
  holder: endpoint({
    path: '/runes/v1/etchings/:etching/holders/:address',
    parameters: { etching: p.rune, address: p.address },
    reply: Holder,
    group: 'contract',
    title: 'Balance of a rune and an address',
    description: 'How much of a rune an address holds. A former holder has 0.',
    problems: ['rune-not-found'],
    example: EXAMPLE,
  }),
  balances: endpoint({
    path: '/runes/v1/addresses/:address/balances',
    parameters: { address: p.address, ...p.paging('balances') },
    reply: BalancePage,
    group: 'contract',
    title: 'Balances of an address',
    description: 'The runes that an address holds, largest amount first.',
    example: { ...EXAMPLE, limit: '2' },
  }),
  addressActivity: endpoint({
    path: '/runes/v1/addresses/:address/activity',
    parameters: { address: p.address, operation_type: p.operationType, ...p.paging('records') },
    reply: ActivityPage,
    group: 'contract',
    title: 'Activity of an address',
    description:
      'The records whose address it is, newest first. With operation_type, offset is at most 100,000.',
    example: { ...EXAMPLE, limit: '2' },
  }),
  runesStatus: endpoint({
    path: '/runes/v1/',
    parameters: {},
    reply: RunesStatus,
    group: 'operations',
    title: 'Status of the runes API',
    description: 'The version of the service, and how far its index goes.',
  }),
  about: endpoint({
    path: '/explorer/v1/about',
    parameters: {},
    reply: About,
    group: 'explorer',
    title: 'About the data',
    description: 'Which data the service has, from which block to which.',
  }),
  blocks: endpoint({
    path: '/explorer/v1/blocks',
    parameters: { before: p.beforeHeight, ...p.paging('blocks') },
    reply: BlockPage,
    group: 'explorer',
    title: 'Blocks',
    description: 'The blocks of the index with their figures, newest first.',
    example: { limit: '2' },
  }),
  blockDetails: endpoint({
    path: '/explorer/v1/blocks/:block',
    parameters: { block: p.block },
    reply: BlockDetails,
    group: 'explorer',
    title: 'Block',
    description: 'A block, its figures, its neighbours, and what happened in each part of it.',
    problems: ['not-found'],
    example: EXAMPLE,
  }),
  blockMovements: endpoint({
    path: '/explorer/v1/blocks/:block/movements',
    parameters: {
      block: p.block,
      type: p.movementType,
      rune: p.runeFilter,
      address: p.addressFilter,
      min: p.minAmount,
      max: p.maxAmount,
      text: p.movementText,
      first_tx: p.firstTx,
      last_tx: p.lastTx,
      change: p.showChange,
      ...p.paging('movements'),
    },
    reply: MovementPage,
    group: 'explorer',
    title: 'Movements of a block',
    description: 'Who gave what to whom in a block, newest first.',
    problems: ['not-found'],
    example: { block: EXAMPLE.block, type: 'transfer', limit: '2' },
  }),
  blockByAddress: endpoint({
    path: '/explorer/v1/blocks/:block/by-address',
    parameters: { block: p.block, rune: p.runeFilter, ...p.paging('entries') },
    reply: AddressTotalsPage,
    group: 'explorer',
    title: 'Block by address',
    description:
      'What each address got and gave in a block, a rune an entry: the runes with the most movements first, then the largest amounts.',
    problems: ['not-found'],
    example: { block: EXAMPLE.block, limit: '2' },
  }),
  blockByRune: endpoint({
    path: '/explorer/v1/blocks/:block/by-rune',
    parameters: { block: p.block, ...p.paging('runes') },
    reply: RuneTotalsPage,
    group: 'explorer',
    title: 'Block by rune',
    description: 'What happened to each rune in a block, the one with the most movements first.',
    problems: ['not-found'],
    example: { ...EXAMPLE, limit: '2' },
  }),
  transactionDetails: endpoint({
    path: '/explorer/v1/transactions/:tx_id',
    parameters: { tx_id: p.txId },
    reply: TransactionDetails,
    group: 'explorer',
    title: 'Transaction',
    description: 'A transaction that moved runes: what it did, its figures and its neighbours.',
    problems: ['not-found'],
    example: EXAMPLE,
  }),
  transactionMovements: endpoint({
    path: '/explorer/v1/transactions/:tx_id/movements',
    parameters: {
      tx_id: p.txId,
      type: p.movementType,
      rune: p.runeFilter,
      address: p.addressFilter,
      min: p.minAmount,
      max: p.maxAmount,
      text: p.movementText,
      change: p.showChange,
      ...p.paging('movements'),
    },
    reply: MovementPage,
    group: 'explorer',
    title: 'Movements of a transaction',
    description: 'Who gave what to whom in a transaction, newest first.',
    problems: ['not-found'],
    example: { tx_id: EXAMPLE.tx_id, limit: '2' },
  }),
  transactionByAddress: endpoint({
    path: '/explorer/v1/transactions/:tx_id/by-address',
    parameters: { tx_id: p.txId, rune: p.runeFilter, ...p.paging('entries') },
    reply: AddressTotalsPage,
    group: 'explorer',
    title: 'Transaction by address',
    description: 'What each address got and gave in a transaction, a rune an entry.',
    problems: ['not-found'],
    example: { tx_id: EXAMPLE.tx_id, limit: '2' },
  }),
  transactionByRune: endpoint({
    path: '/explorer/v1/transactions/:tx_id/by-rune',
    parameters: { tx_id: p.txId, ...p.paging('runes') },
    reply: RuneTotalsPage,
    group: 'explorer',
    title: 'Transaction by rune',
    description: 'What happened to each rune in a transaction.',
    problems: ['not-found'],
    example: { ...EXAMPLE, limit: '2' },
  }),
  runes: endpoint({
    path: '/explorer/v1/runes',
    parameters: {
      name: p.runeNameFilter,
      mint: p.mintFilter,
      from: p.fromHeight,
      to: p.toHeight,
      order_by: p.runeOrder,
      order: p.direction,
      ...p.paging('runes'),
    },
    reply: RunePage,
    group: 'explorer',
    title: 'Runes by figures',
    description:
      'The runes with their figures, sorted and filtered. from and to are heights of etchings.',
    example: { order_by: 'holders', limit: '2' },
  }),
  runeDetails: endpoint({
    path: '/explorer/v1/runes/:rune',
    parameters: { rune: p.rune },
    reply: RuneDetails,
    group: 'explorer',
    title: 'Rune and its figures',
    description: 'A rune with its terms, supply, figures and neighbours.',
    problems: ['rune-not-found'],
    example: EXAMPLE,
  }),
  runeMovements: endpoint({
    path: '/explorer/v1/runes/:rune/movements',
    parameters: {
      rune: p.rune,
      type: p.movementType,
      from: p.fromHeight,
      to: p.toHeight,
      ...p.paging('movements'),
    },
    reply: MovementPage,
    group: 'explorer',
    title: 'Movements of a rune',
    description:
      'Who gave how much of a rune to whom, newest first, without change. With type, offset is at most 100,000; from and to narrow the blocks.',
    problems: ['rune-not-found'],
    example: { ...EXAMPLE, type: 'mint', limit: '2' },
  }),
  runeHolders: endpoint({
    path: '/explorer/v1/runes/:rune/holders',
    parameters: { rune: p.rune, ...p.paging('holders', 100) },
    reply: RuneHolderPage,
    group: 'explorer',
    title: 'Holders and their changes',
    description:
      'The holders of a rune with their rank, their share, and how their balance changed, and what the largest have together.',
    problems: ['rune-not-found'],
    example: { ...EXAMPLE, limit: '2' },
  }),
  runeHistory: endpoint({
    path: '/explorer/v1/runes/:rune/history',
    parameters: { rune: p.rune, days: p.days },
    reply: RuneHistory,
    group: 'explorer',
    title: 'History of a rune',
    description: 'What happened to a rune on each day.',
    problems: ['rune-not-found'],
    example: { ...EXAMPLE, days: '30' },
  }),
  addressDetails: endpoint({
    path: '/explorer/v1/addresses/:address',
    parameters: { address: p.address },
    reply: AddressDetails,
    group: 'explorer',
    title: 'Address',
    description: 'An address and its figures.',
    example: EXAMPLE,
  }),
  addressBalances: endpoint({
    path: '/explorer/v1/addresses/:address/balances',
    parameters: { address: p.address, at: p.at, ...p.paging('balances') },
    reply: AddressBalancePage,
    group: 'explorer',
    title: 'Balances and shares',
    description:
      'The runes that an address holds with their share of the supply, or that it held after a block or a day.',
    example: { ...EXAMPLE, limit: '2' },
  }),
  addressMovements: endpoint({
    path: '/explorer/v1/addresses/:address/movements',
    parameters: {
      address: p.address,
      type: p.movementType,
      rune: p.runeFilter,
      from: p.fromHeight,
      to: p.toHeight,
      ...p.paging('movements'),
    },
    reply: AddressMovementPage,
    group: 'explorer',
    title: 'Movements of an address',
    description:
      'What an address got and gave, newest first, without change. type and rune exclude each other, and with one of them offset is at most 100,000.',
    example: { address: EXAMPLE.address, limit: '2' },
  }),
  addressOutputs: endpoint({
    path: '/explorer/v1/addresses/:address/outputs',
    parameters: { address: p.address, ...p.paging('entries') },
    reply: RuneOutputPage,
    group: 'explorer',
    title: 'Unspent outputs of an address',
    description:
      'The unspent outputs of an address that hold runes, newest first, a rune an entry.',
    example: { ...EXAMPLE, limit: '2' },
  }),
  outputDetails: endpoint({
    path: '/explorer/v1/outputs/:output',
    parameters: { output: p.output },
    reply: OutputDetails,
    group: 'explorer',
    title: 'Output',
    description: 'What an output holds or held, and whether and where it was spent.',
    problems: ['not-found'],
    example: { output: `${EXAMPLE.tx_id}:0` },
  }),
  nameUnlocks: endpoint({
    path: '/explorer/v1/names',
    parameters: {},
    reply: NameUnlocks,
    group: 'explorer',
    title: 'Names',
    description: 'Which names the next block can etch, and when shorter ones are unlocked.',
  }),
  nameStatus: endpoint({
    path: '/explorer/v1/names/:name',
    parameters: { name: p.runeName },
    reply: NameStatus,
    group: 'explorer',
    title: 'Name',
    description: 'Whether the name of a rune can be etched, by the next block or later.',
    example: { name: 'LAMBOLIFESTYLE' },
  }),
  decodeTransaction: endpoint({
    path: '/explorer/v1/decode/:tx_id',
    parameters: { tx_id: p.txId },
    reply: DecodedRunestone,
    group: 'explorer',
    title: 'Runestone of a transaction',
    description:
      'What the runestone of a transaction says. Needs a node, or one of the bundled blocks.',
    problems: ['not-found'],
    example: EXAMPLE,
  }),
  decodeScript: endpoint({
    path: '/explorer/v1/decode',
    parameters: { script: p.script, outputs: p.outputCount },
    reply: DecodedRunestone,
    group: 'explorer',
    title: 'Runestone of a script',
    description: 'What the script of a runestone says.',
    example: { script: '6a5d0614c0a23314160100', outputs: '2' },
  }),
  search: endpoint({
    path: '/explorer/v1/search',
    parameters: { q: p.searchText, kind: p.searchKind, ...p.paging('matches') },
    reply: SearchResults,
    group: 'explorer',
    title: 'Search',
    description:
      'Runes, tokens, blocks, transactions and addresses that match a text, by kind. limit and offset apply to each kind.',
    example: { q: 'long', limit: '3' },
  }),
  lookAlikes: endpoint({
    path: '/explorer/v1/tokens/:principal/look-alikes',
    parameters: { principal: p.principal },
    reply: LookAlikes,
    group: 'explorer',
    title: 'Look-alikes of a token',
    description: 'Other tokens with the same name or symbol.',
    problems: ['contract-not-found'],
    example: EXAMPLE,
  }),
  health: endpoint({
    path: '/health',
    parameters: {},
    reply: HealthReady,
    group: 'operations',
    title: 'Health',
    description: 'The same as /health/ready.',
    problems: ['unavailable'],
  }),
  healthLive: endpoint({
    path: '/health/live',
    parameters: {},
    reply: HealthLive,
    group: 'operations',
    title: 'Liveness',
    description: 'Whether the process responds. Restart it if it does not.',
  }),
  healthReady: endpoint({
    path: '/health/ready',
    parameters: {},
    reply: HealthReady,
    group: 'operations',
    title: 'Readiness',
    description: 'Whether the service can read its data. Send it requests only while it can.',
    problems: ['unavailable'],
  }),
} as const

export type EndpointName = keyof typeof ENDPOINTS

/** The path of the OpenAPI description of the service. */
export const OPENAPI_PATH = '/openapi.json'
/** Server-sent events: the newest block. */
export const EVENTS_PATH = '/explorer/v1/events'
/** Paths with these prefixes belong to the API. */
export const API_PREFIXES = ['/metadata/', '/runes/', '/explorer/v1/'] as const
