import { DIRECTORY_PATHS, MAX_QUERY_LENGTH, SEARCH_KINDS } from './directory.ts'
import {
  at,
  type Endpoint,
  OPERATION_PARAMETER,
  type Parameter,
  pagingParameters,
} from './endpoint.ts'
import { ADDRESS, HEIGHT, PRINCIPAL, RUNE_NAME_BEGINNING } from './identifiers.ts'
import { PATHS } from './paths.ts'
import { RUNE_ORDERS } from './runeList.ts'
import { RUNES_ENDPOINTS } from './runesEndpoints.ts'
import { DIRECTIONS, MAX_FILTER_LENGTH, TOKEN_ORDERS } from './tokenList.ts'

/** The complete program of an example. */
export function inTypeScript(typescript: string, baseUrl: string): string {
  return `import { createClient } from 'cairn-client'

const client = createClient({ baseUrl: '${baseUrl}' })
${typescript}`
}

export function inCurl(path: string, baseUrl: string): string {
  return `curl -H 'Accept: application/json' '${baseUrl}${path}'`
}

const LONGCOIN = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const SAMPLE = 'ST000000000000000000002AMW42H.cairn-sample'
const MINT = '7430609f039d4bc92a1f20fc6e49d5633b61c2a92ba68a93ea0dc1b59a3f3b50'

// Hashes are accepted in any case. JSON Schema patterns have no flag for that.
const HASH_PATTERN = '^(0[xX])?[0-9a-fA-F]{64}$'

const PRINCIPAL_PARAMETER: Parameter = {
  name: 'principal',
  in: 'path',
  description: 'The contract principal of the token: address, dot, contract name.',
  schema: { type: 'string', pattern: PRINCIPAL.source },
}
const TRANSACTION_PARAMETER: Parameter = {
  name: 'tx_id',
  in: 'path',
  description:
    'A Bitcoin transaction: 64 hexadecimal digits, with or without 0x, in upper or lower case.',
  schema: { type: 'string', pattern: HASH_PATTERN },
}
const HEIGHT_PARAMETER: Parameter = {
  name: 'height',
  in: 'path',
  description: 'The height of a block.',
  schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
}
const PAGING_PARAMETERS = pagingParameters('records')

function filterParameter(name: string, description: string): Parameter {
  return {
    name,
    in: 'query',
    description,
    schema: { type: 'string', maxLength: MAX_FILTER_LENGTH },
  }
}

export const ENDPOINTS: readonly Endpoint[] = [
  {
    name: 'token',
    group: 'contract',
    title: 'Token metadata',
    description:
      'A SIP-010 token: its on-chain facts and its metadata document. Unknown values are left out.',
    path: PATHS.token,
    parameters: [
      PRINCIPAL_PARAMETER,
      {
        name: 'locale',
        in: 'query',
        description:
          'One of metadata.localization.locales. An exact match takes precedence over one that differs in case. Fields that the localized document lacks come from the default one.',
        schema: { type: 'string' },
      },
    ],
    response: 'Token',
    problems: [
      { problem: 'bad-request', example: at(PATHS.token, 'longcoin') },
      { problem: 'contract-not-found', example: at(PATHS.token, `${SAMPLE}-nowhere`) },
      { problem: 'token-not-found', example: at(PATHS.token, `${SAMPLE}-no-token`) },
      { problem: 'token-error', example: at(PATHS.token, `${SAMPLE}-token-error`) },
      {
        problem: 'locale-not-found',
        example: `${at(PATHS.token, `${SAMPLE}-localized`)}?locale=xx`,
      },
      { problem: 'metadata-in-progress', example: at(PATHS.token, `${SAMPLE}-in-progress`) },
    ],
    example: at(PATHS.token, LONGCOIN),
    typescript: `const token = await client.token('${LONGCOIN}')
console.log(token.symbol, token.total_supply, token.decimals)`,
  },
  {
    name: 'tokens',
    group: 'contract',
    title: 'Tokens',
    description:
      'The tokens, without their metadata documents. Samples, and contracts without a readable token, are left out. Case is ignored for A to Z.',
    path: PATHS.tokens,
    parameters: [
      filterParameter('name', 'A part of the name in the contract.'),
      filterParameter('symbol', 'The whole symbol in the contract.'),
      {
        name: 'address',
        in: 'query',
        description: 'The address that deployed the contracts.',
        schema: { type: 'string', pattern: ADDRESS.source },
      },
      {
        name: 'valid_metadata_only',
        in: 'query',
        description: 'true leaves out tokens without a metadata document.',
        schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
      },
      {
        name: 'order_by',
        in: 'query',
        description:
          'What the tokens are sorted by. Tokens with the same name or symbol are sorted by principal; those without one come last.',
        schema: { type: 'string', enum: TOKEN_ORDERS, default: TOKEN_ORDERS[0] },
      },
      {
        name: 'order',
        in: 'query',
        description: 'desc reverses the list.',
        schema: { type: 'string', enum: DIRECTIONS, default: DIRECTIONS[0] },
      },
      ...pagingParameters('tokens'),
    ],
    response: 'TokenPage',
    problems: [{ problem: 'bad-request', example: `${PATHS.tokens}?order_by=supply` }],
    example: `${PATHS.tokens}?order_by=symbol&limit=2`,
    typescript: `const page = await client.tokens({ orderBy: 'symbol', limit: 2 })
for (const token of page.results) console.log(token.symbol, token.contract_principal)`,
  },
  {
    name: 'transactionActivity',
    group: 'contract',
    title: 'Rune activity of a transaction',
    description:
      'The records of a transaction, newest first. For an unknown transaction, the response is 200 with total 0.',
    path: PATHS.transactionActivity,
    parameters: [TRANSACTION_PARAMETER, ...PAGING_PARAMETERS, OPERATION_PARAMETER],
    response: 'ActivityPage',
    problems: [
      {
        problem: 'bad-request',
        example: at(PATHS.transactionActivity, '1234'),
      },
      { problem: 'not-implemented' },
    ],
    example: at(PATHS.transactionActivity, MINT),
    typescript: `const page = await client.transactionActivity('${MINT}')
for (const row of page.results) {
  if (row.kind === 'record') console.log(row.record.operation, row.record.amount)
}`,
  },
  {
    name: 'blockActivity',
    group: 'contract',
    title: 'Rune activity of a block',
    description:
      'The records of a block, newest first: by transaction index, then event index, both descending. For an unknown block, the response is 200 with total 0.',
    path: PATHS.blockActivity,
    parameters: [
      {
        name: 'block',
        in: 'path',
        description:
          'A Bitcoin block: its height, or its hash of 64 hexadecimal digits with or without 0x, in upper or lower case.',
        schema: { type: 'string', anyOf: [{ pattern: HEIGHT.source }, { pattern: HASH_PATTERN }] },
      },
      ...PAGING_PARAMETERS,
      OPERATION_PARAMETER,
    ],
    response: 'ActivityPage',
    problems: [
      { problem: 'bad-request', example: `${at(PATHS.blockActivity, '840000')}?limit=5000` },
      { problem: 'not-implemented' },
    ],
    example: `${at(PATHS.blockActivity, '840000')}?offset=0&limit=2`,
    typescript: `for await (const row of client.allBlockActivity(840000)) {
  if (row.kind === 'record') console.log(row.record.rune.spaced_name, row.record.amount)
}`,
  },
  ...RUNES_ENDPOINTS,
  {
    name: 'about',
    group: 'directory',
    title: 'Data in this service',
    description: 'Counts, heights, the newest blocks, the origins of the data and what is missing.',
    path: DIRECTORY_PATHS.about,
    parameters: [],
    response: 'About',
    problems: [],
    example: DIRECTORY_PATHS.about,
  },
  {
    name: 'search',
    group: 'directory',
    title: 'Search',
    description:
      'Tokens, runes, blocks and transactions by name or identifier, best match first. If nothing matches, the results are those whose name differs by one letter.',
    path: DIRECTORY_PATHS.search,
    parameters: [
      {
        name: 'q',
        in: 'query',
        description: 'The text to search for. Without it, there are no results.',
        schema: { type: 'string', maxLength: MAX_QUERY_LENGTH, default: '' },
      },
      {
        name: 'kind',
        in: 'query',
        description: 'Sends only the matches of this kind. total counts those.',
        schema: { type: 'string', enum: SEARCH_KINDS },
      },
      ...pagingParameters('matches'),
    ],
    response: 'SearchResults',
    problems: [{ problem: 'bad-request', example: `${DIRECTORY_PATHS.search}?q=dog&q=cat` }],
    example: `${DIRECTORY_PATHS.search}?q=longcoin`,
  },
  {
    name: 'runes',
    group: 'directory',
    title: 'List of runes',
    description:
      'The runes, with what the service knows about each. supply is left out if the history of a rune is incomplete. Samples are left out.',
    path: DIRECTORY_PATHS.runes,
    parameters: [
      {
        name: 'name',
        in: 'query',
        description: 'The beginning of the name, in any case, with •, . or nothing between words.',
        schema: { type: 'string', pattern: `^$|${RUNE_NAME_BEGINNING.source}` },
      },
      {
        name: 'mintable',
        in: 'query',
        description: 'true leaves out runes whose supply is not mintable.',
        schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
      },
      {
        name: 'order_by',
        in: 'query',
        description:
          'What the runes are sorted by. Runes are numbered in the order of their etchings.',
        schema: { type: 'string', enum: RUNE_ORDERS, default: RUNE_ORDERS[0] },
      },
      {
        name: 'order',
        in: 'query',
        description: 'The direction; by default desc for numbers, newest first, and asc for names.',
        schema: { type: 'string', enum: DIRECTIONS },
      },
      ...pagingParameters('runes'),
    ],
    response: 'RunePage',
    problems: [
      { problem: 'bad-request', example: `${DIRECTORY_PATHS.runes}?order_by=supply` },
      { problem: 'not-implemented' },
    ],
    example: `${DIRECTORY_PATHS.runes}?order_by=name&limit=2`,
  },
  {
    name: 'blocks',
    group: 'directory',
    title: 'Blocks',
    description:
      'The blocks with activity, newest first, each with the number of its records. Samples are left out.',
    path: DIRECTORY_PATHS.blocks,
    parameters: pagingParameters('blocks'),
    response: 'BlockPage',
    problems: [{ problem: 'bad-request', example: `${DIRECTORY_PATHS.blocks}?limit=5000` }],
    example: `${DIRECTORY_PATHS.blocks}?limit=2`,
  },
  {
    name: 'neighbours',
    group: 'directory',
    title: 'Neighbouring blocks',
    description: 'The nearest blocks with activity below and above a height.',
    path: DIRECTORY_PATHS.neighbours,
    parameters: [HEIGHT_PARAMETER],
    response: 'Neighbours',
    problems: [{ problem: 'bad-request', example: at(DIRECTORY_PATHS.neighbours, 'latest') }],
    example: at(DIRECTORY_PATHS.neighbours, '840006'),
  },
  {
    name: 'blockTransactions',
    group: 'directory',
    title: 'Transactions of a block',
    description: 'The transactions with activity, in the order of the block’s list.',
    path: DIRECTORY_PATHS.blockTransactions,
    parameters: [HEIGHT_PARAMETER],
    response: 'BlockTransactions',
    problems: [
      { problem: 'bad-request', example: at(DIRECTORY_PATHS.blockTransactions, 'latest') },
    ],
    example: at(DIRECTORY_PATHS.blockTransactions, '840000'),
  },
  {
    name: 'place',
    group: 'directory',
    title: 'Position of a transaction',
    description: 'The offset of the transaction’s first record in its block’s list.',
    path: DIRECTORY_PATHS.place,
    parameters: [TRANSACTION_PARAMETER],
    response: 'TransactionPosition',
    problems: [
      { problem: 'bad-request', example: at(DIRECTORY_PATHS.place, '1234') },
      { problem: 'not-found', example: at(DIRECTORY_PATHS.place, '0'.repeat(64)) },
    ],
    example: at(DIRECTORY_PATHS.place, MINT),
  },
  {
    name: 'namesakes',
    group: 'directory',
    title: 'Tokens with the same name',
    description:
      'Other tokens with the same symbol or name, ignoring case. Tokens that the service knows more about come first, and tokens named like a test come last. The order says nothing about whether a token is genuine.',
    path: DIRECTORY_PATHS.namesakes,
    parameters: [PRINCIPAL_PARAMETER],
    response: 'Namesakes',
    problems: [
      { problem: 'bad-request', example: at(DIRECTORY_PATHS.namesakes, 'longcoin') },
      {
        problem: 'contract-not-found',
        example: at(DIRECTORY_PATHS.namesakes, `${SAMPLE}-nowhere`),
      },
    ],
    example: at(DIRECTORY_PATHS.namesakes, LONGCOIN),
  },
  {
    name: 'runesStatus',
    group: 'operations',
    title: 'Status of the runes API',
    description: 'The version of the service and the newest block of the ledger.',
    path: PATHS.runesStatus,
    parameters: [],
    response: 'RunesStatus',
    problems: [{ problem: 'unavailable' }],
    example: PATHS.runesStatus,
  },
  {
    name: 'health',
    group: 'operations',
    title: 'Health',
    description: 'The same as /health/ready.',
    path: '/health',
    parameters: [],
    response: 'HealthReady',
    problems: [{ problem: 'unavailable', response: 'HealthUnavailable' }],
    example: '/health',
  },
  {
    name: 'healthLive',
    group: 'operations',
    title: 'Liveness',
    description: 'Whether the process responds. Restart it if it does not.',
    path: '/health/live',
    parameters: [],
    response: 'HealthLive',
    problems: [],
    example: '/health/live',
  },
  {
    name: 'healthReady',
    group: 'operations',
    title: 'Readiness',
    description: 'Whether the service can read its data. Send it requests only while it can.',
    path: '/health/ready',
    parameters: [],
    response: 'HealthReady',
    problems: [{ problem: 'unavailable', response: 'HealthUnavailable' }],
    example: '/health/ready',
  },
  {
    name: 'metrics',
    group: 'operations',
    title: 'Metrics',
    description: 'Counters and durations in the Prometheus text format.',
    path: '/metrics',
    parameters: [],
    response: 'text',
    problems: [],
    example: '/metrics',
  },
]

/** The path of the OpenAPI description of the service. */
export const OPENAPI_PATH = '/openapi.json'
