import { DIRECTORY_ENDPOINTS } from './directoryEndpoints.ts'
import {
  at,
  type Endpoint,
  HASH_PATTERN,
  OPERATION_PARAMETER,
  type Parameter,
  PRINCIPAL_PARAMETER,
  pagingParameters,
  TRANSACTION_PARAMETER,
} from './endpoint.ts'
import { EXAMPLE_BLOCK, EXAMPLE_TOKEN, EXAMPLE_TRANSACTION } from './examples.ts'
import { ADDRESS, HEIGHT } from './identifiers.ts'
import { PATHS } from './paths.ts'
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

const SAMPLE = 'ST000000000000000000002AMW42H.cairn-sample'

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
          'One of metadata.localization.locales. An exact match takes precedence over one that differs in case. Fields that the localised document lacks come from the default one.',
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
    example: at(PATHS.token, EXAMPLE_TOKEN),
    typescript: `const token = await client.token('${EXAMPLE_TOKEN}')
console.log(token.symbol, token.total_supply, token.decimals)`,
  },
  {
    name: 'tokens',
    group: 'contract',
    title: 'Tokens',
    description:
      'The tokens, without their metadata documents. Samples, and contracts without a readable token, are left out. Filters and sorting ignore the case of the letters A to Z.',
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
          'What the tokens are sorted by. Tokens with the same name or symbol are sorted by principal; those without a name or symbol come last.',
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
      'The records of a transaction, last record first. For an unknown transaction, the response is 200 with total 0.',
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
    example: at(PATHS.transactionActivity, EXAMPLE_TRANSACTION),
    typescript: `const page = await client.transactionActivity('${EXAMPLE_TRANSACTION}')
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
      {
        problem: 'bad-request',
        example: `${at(PATHS.blockActivity, String(EXAMPLE_BLOCK))}?limit=5000`,
      },
      { problem: 'not-implemented' },
    ],
    example: `${at(PATHS.blockActivity, String(EXAMPLE_BLOCK))}?offset=0&limit=2`,
    typescript: `for await (const row of client.allBlockActivity(${EXAMPLE_BLOCK})) {
  if (row.kind === 'record') console.log(row.record.rune.spaced_name, row.record.amount)
}`,
  },
  ...RUNES_ENDPOINTS,
  ...DIRECTORY_ENDPOINTS,
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
