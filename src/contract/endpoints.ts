import { CHAIN_ENDPOINTS } from './chainEndpoints.ts'
import { type Endpoint, EXAMPLE, type ValuesOf } from './endpoint.ts'
import * as p from './parameters.ts'
import { RETIRED_ENDPOINTS } from './retiredEndpoints.ts'
import {
  AddressBalance,
  AddressDetails,
  AddressHistory,
  AddressSeries,
  OutputBatch,
  OutputDetails,
  RuneOutput,
} from './schemas/address.ts'
import { About } from './schemas/chain.ts'
import { HealthLive, HealthReady } from './schemas/health.ts'
import { Highlights, Pulse } from './schemas/home.ts'
import { AddressMovement, Movement, movementPageOf } from './schemas/movement.ts'
import { DecodedRunestone, NameStatus, NameUnlocks } from './schemas/names.ts'
import { pageOf } from './schemas/page.ts'
import { DecodedTransaction, Pending, PendingTransaction, Spends } from './schemas/pending.ts'
import { MAX_LISTED_REFUSALS, Refusal, RuneRefusalPage } from './schemas/refusal.ts'
import {
  RuneDetails,
  RuneDistribution,
  RuneHistory,
  RuneHolderPage,
  RuneLookAlikePage,
  RuneMilestones,
  RunePage,
} from './schemas/rune.ts'
import { LookAlikes, NamesAlike, SearchResults } from './schemas/search.ts'
import { TokenDetails } from './schemas/token.ts'

// Every endpoint, once: here, or in the file of its subject. docs/contributing.md says how to add one.

const NEEDS_NODE = ' Without a Bitcoin node, the service has none: 404.'

export const ENDPOINTS = {
  ...RETIRED_ENDPOINTS,
  about: {
    path: '/explorer/v1/about',
    parameters: {},
    reply: About,
    title: 'About the data',
    description: 'Which data the service has, from which block to which.',
  },
  ...CHAIN_ENDPOINTS,
  pulse: {
    path: '/explorer/v1/pulse',
    parameters: { points: p.points },
    reply: Pulse,
    title: 'Movements over time',
    description: 'How many movements all blocks of the index had, in equal parts.',
    example: { points: '4' },
  },
  highlights: {
    path: '/explorer/v1/highlights',
    parameters: { limit: p.highlightLimit },
    reply: Highlights,
    title: 'Highlights',
    description:
      'What stood out lately: airdrops, large transfers and burns, runes that were minted out, and etchings.',
  },
  runes: {
    path: '/explorer/v1/runes',
    parameters: { ...p.runeFilters, ...p.paging('runes') },
    reply: RunePage,
    title: 'Runes by figures',
    description: 'The runes with their figures. from and to are heights of etchings.',
    example: { order_by: 'holders' },
  },
  runeDetails: {
    path: '/explorer/v1/runes/:rune',
    parameters: { rune: p.rune },
    reply: RuneDetails,
    title: 'Rune and its figures',
    description: 'A rune with its terms, supply, figures and neighbours.',
  },
  runeMovements: {
    path: '/explorer/v1/runes/:rune/movements',
    parameters: {
      rune: p.rune,
      type: p.movementType,
      ...p.span,
      order_by: p.amountOrder,
      ...p.paging('movements'),
    },
    reply: movementPageOf(Movement),
    title: 'Movements of a rune',
    description:
      'Who gave how much of a rune to whom, newest first, without change. With type or order_by, offset is at most 100,000; from and to narrow the blocks.',
  },
  runeHolders: {
    path: '/explorer/v1/runes/:rune/holders',
    parameters: { rune: p.rune, ...p.paging('holders', 100) },
    reply: RuneHolderPage,
    title: 'Holders and their changes',
    description:
      'The holders of a rune with their rank, their share, and how their balance changed, and what the largest have together.',
  },
  runeHistory: {
    path: '/explorer/v1/runes/:rune/history',
    parameters: { rune: p.rune, days: p.days, step: p.historyStep },
    reply: RuneHistory,
    title: 'History of a rune',
    description: 'What happened to a rune on each day, or in each of its first blocks.',
    example: { days: '30' },
  },
  runeMilestones: {
    path: '/explorer/v1/runes/:rune/milestones',
    parameters: { rune: p.rune },
    reply: RuneMilestones,
    title: 'Milestones of a rune',
    description:
      'When a rune was etched, opened for mints, had 100, 1,000 and 10,000 holders, was minted by half and out, and its busiest days.',
  },
  runeDistribution: {
    path: '/explorer/v1/runes/:rune/distribution',
    parameters: { rune: p.rune },
    reply: RuneDistribution,
    title: 'Who holds a rune',
    description:
      'What the largest holders of a rune have, and its holders by the size of their balances.',
  },
  runeLookAlikes: {
    path: '/explorer/v1/runes/:rune/look-alikes',
    parameters: { rune: p.rune, ...p.paging('runes') },
    reply: RuneLookAlikePage,
    title: 'Look-alikes of a rune',
    description:
      'The runes whose names differ from that of a rune by one letter added, left out, changed, or swapped with the next: those with most holders first, which is no sign of being genuine. Names of fewer than 7 letters, and those that nobody chose, look like none.',
  },
  runeRefusals: {
    path: '/explorer/v1/runes/:rune/refusals',
    parameters: { rune: p.rune, ...p.paging('refusals') },
    reply: RuneRefusalPage,
    title: 'Refused mints of a rune',
    description: `The mints of a rune that got nothing, newest first: at most the newest ${MAX_LISTED_REFUSALS}.`,
  },
  runePending: {
    path: '/explorer/v1/runes/:rune/pending',
    parameters: { rune: p.rune },
    reply: Pending,
    title: 'Pending movements of a rune',
    description: `Who gives how much of a rune to whom in transactions that are not in a block yet.${NEEDS_NODE}`,
    problems: ['not-found'],
  },
  addressDetails: {
    path: '/explorer/v1/addresses/:address',
    parameters: { address: p.address },
    reply: AddressDetails,
    title: 'Address',
    description: 'An address and its figures.',
  },
  addressBalances: {
    path: '/explorer/v1/addresses/:address/balances',
    parameters: {
      address: p.address,
      name: p.runeFilters.name,
      at: p.at,
      order_by: p.balanceOrder,
      ...p.paging('balances'),
    },
    reply: pageOf(AddressBalance, 'balances'),
    title: 'Balances and shares',
    description:
      'The runes that an address holds with their share of the supply, or that it held after a block or a day.',
    exclusive: ['at', 'order_by'],
  },
  addressMovements: {
    path: '/explorer/v1/addresses/:address/movements',
    parameters: {
      address: p.address,
      type: p.addressMovementType,
      rune: p.runeFilter,
      ...p.span,
      ...p.paging('movements'),
    },
    reply: movementPageOf(AddressMovement),
    title: 'Movements of an address',
    description:
      'What an address got and gave, newest first, without change. With type or rune, offset is at most 100,000.',
  },
  addressSeries: {
    path: '/explorer/v1/addresses/:address/series',
    parameters: { address: p.address, rune: p.rune, step: p.addressStep },
    reply: AddressSeries,
    title: 'Balance over time',
    description:
      'What an address had of a rune at the end of each day or block with records of both. Above 100,000 such records: 400.',
  },
  addressHistory: {
    path: '/explorer/v1/addresses/:address/activity',
    parameters: { address: p.address, step: p.addressStep, ...p.span },
    reply: AddressHistory,
    title: 'Activity of an address',
    description: 'How many movements an address had on each day, or in each of the last blocks.',
  },
  addressOutputs: {
    path: '/explorer/v1/addresses/:address/outputs',
    parameters: { address: p.address, ...p.paging('entries') },
    reply: pageOf(RuneOutput, 'entries'),
    title: 'Unspent outputs of an address',
    description: 'The unspent outputs with runes of an address, newest first, a rune an entry.',
  },
  addressPaid: {
    path: '/explorer/v1/addresses/:address/paid',
    parameters: { address: p.address, ...p.paging('runes') },
    reply: RunePage,
    title: 'Runes that an address paid for',
    description:
      'The runes whose commitments an address paid for, newest first: it owned the first output that the transaction of the commitment spends.',
  },
  addressRefusals: {
    path: '/explorer/v1/addresses/:address/refusals',
    parameters: { address: p.address, ...p.paging('refusals') },
    reply: pageOf(Refusal, 'refusals'),
    title: 'Refusals of an address',
    description: 'The mints and etchings that would have gone to an address, newest first.',
  },
  addressPending: {
    path: '/explorer/v1/addresses/:address/pending',
    parameters: { address: p.address },
    reply: Pending,
    title: 'Pending movements of an address',
    description: `What an address gives and gets in transactions that are not in a block yet.${NEEDS_NODE}`,
    problems: ['not-found'],
  },
  outputDetails: {
    path: '/explorer/v1/outputs/:output',
    parameters: { output: p.output },
    reply: OutputDetails,
    title: 'Output',
    description: 'What an output holds, held or burned, and whether and where it was spent.',
  },
  outputs: {
    path: '/explorer/v1/outputs',
    parameters: { output: p.outputBatch },
    reply: OutputBatch,
    title: 'Outputs',
    description:
      'What several outputs hold, held or burned, in the order of the request. Others are left out.',
  },
  pending: {
    path: '/explorer/v1/pending',
    parameters: {},
    reply: Pending,
    title: 'Pending movements',
    description: `Who gives what to whom in transactions that are not in a block yet.${NEEDS_NODE}`,
    problems: ['not-found'],
  },
  pendingTransaction: {
    path: '/explorer/v1/pending/:tx_id',
    parameters: { tx_id: p.txId },
    reply: PendingTransaction,
    title: 'Pending transaction',
    description: `A transaction that is not in a block yet, and what it would do.${NEEDS_NODE}`,
  },
  spends: {
    path: '/explorer/v1/spends',
    parameters: { output: p.outputBatch },
    reply: Spends,
    title: 'Pending spends',
    description: `Which of some outputs are being spent by transactions that are not in a block yet.${NEEDS_NODE}`,
    problems: ['not-found'],
    example: { output: EXAMPLE.output },
  },
  nameUnlocks: {
    path: '/explorer/v1/names',
    parameters: { height: p.unlockingHeight },
    reply: NameUnlocks,
    title: 'Names',
    description:
      'Which names the next block can etch, and when shorter ones are unlocked. With height, also which names that block unlocks.',
  },
  nameStatus: {
    path: '/explorer/v1/names/:name',
    parameters: { name: p.runeName },
    reply: NameStatus,
    title: 'Name',
    description: 'Whether the name of a rune can be etched, by the next block or later.',
  },
  decodeTransaction: {
    path: '/explorer/v1/decode/:tx_id',
    parameters: { tx_id: p.txId },
    reply: DecodedRunestone,
    title: 'Runestone of a transaction',
    description: 'What the runestone of a transaction says. Needs a node, or a bundled block.',
  },
  decodeScript: {
    path: '/explorer/v1/decode',
    parameters: p.decodeParameters,
    reply: DecodedRunestone,
    title: 'Runestone of a script',
    description: 'What the script of a runestone says.',
    example: { script: '6a5d0614c0a23314160100', outputs: '2' },
  },
  search: {
    path: '/explorer/v1/search',
    parameters: { ...p.searchFilters, ...p.paging('matches') },
    reply: SearchResults,
    title: 'Search',
    description:
      'Runes, tokens, blocks, transactions and addresses that match a text, by kind. limit and offset apply to each kind.',
    example: { q: 'long', limit: '3' },
  },
  tokenDetails: {
    path: '/explorer/v1/tokens/:principal',
    parameters: { principal: p.principal },
    reply: TokenDetails,
    title: 'Details of a token',
    description:
      'What a Stacks node says of a token beyond the token API: where it was deployed, since when its facts are what they are, and whether its metadata document has been read.',
    problems: ['contract-not-found'],
  },
  lookAlikes: {
    path: '/explorer/v1/tokens/:principal/look-alikes',
    parameters: { principal: p.principal },
    reply: LookAlikes,
    title: 'Look-alikes of a token',
    description: 'Other tokens with the same name or symbol.',
    problems: ['contract-not-found'],
  },
  namesAlike: {
    path: '/explorer/v1/names-alike/:name',
    parameters: { name: p.tokenName },
    reply: NamesAlike,
    title: 'Tokens of one name',
    description: 'All tokens with a name or symbol, in an order that prefers none of them.',
    example: { name: 'longcoin' },
  },
  healthLive: {
    path: '/health/live',
    parameters: {},
    reply: HealthLive,
    title: 'Liveness',
    description: 'Whether the process responds. Restart it if it does not.',
  },
  health: {
    path: '/health',
    parameters: {},
    reply: HealthReady,
    title: 'Health',
    description: 'Whether the service can read its data. Send it requests only while it can.',
    problems: ['unavailable'],
  },
} as const satisfies Record<string, Endpoint>

/** The one request with a body, which is never cached and never logged. Its parameter is the body. */
export const DECODE = {
  path: '/explorer/v1/decode',
  parameters: p.decodeBody,
  reply: DecodedTransaction,
  title: 'Decode a transaction',
  description:
    'What a raw transaction, or the script of a runestone, says and would do if the next block had it. The body is its hexadecimal digits, at most 400 kB. Nothing is sent to the network, and nothing is stored.',
  problems: ['content-too-large'],
} as const satisfies Endpoint

export type EndpointName = keyof typeof ENDPOINTS
/** The parameters of a request as read. */
export type ParametersOf<Name extends EndpointName> = ValuesOf<
  (typeof ENDPOINTS)[Name]['parameters']
>

/** The path of the OpenAPI description of the service. */
export const OPENAPI_PATH = '/openapi.json'
/** Server-sent events: the newest block. */
export const EVENTS_PATH = '/explorer/v1/events'
/** Paths with these prefixes belong to the API. */
export const API_PREFIXES = ['/metadata/', '/runes/', '/explorer/v1/', '/compat/'] as const
