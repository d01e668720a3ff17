import { DIRECTORY_PATHS } from './directory.ts'
import type { Problem } from './endpointProblems.ts'
import { MAX_LIMIT } from './paging.ts'
import { PATHS } from './paths.ts'

/** An endpoint in words: what the description of the API and the page about it are made of. */
export type Endpoint = {
  /** Of the three of the contract, or of the directory beside it. */
  group: 'contract' | 'directory'
  title: string
  description: string
  /** As a router reads it: `/blocks/:height`. */
  path: string
  parameters: readonly Parameter[]
  /** The name of what is answered with status 200. */
  answer: 'Token' | 'ActivityPage' | DirectoryAnswer
  /** What it may say instead, beside what every endpoint may, with a path that does. */
  problems: readonly { problem: Problem; example: string }[]
  /** A path that is answered with real data. */
  example: string
  /** What asks for the example by the client, named `client`. */
  typescript?: string
}

type DirectoryAnswer =
  | 'About'
  | 'SearchResults'
  | 'Neighbours'
  | 'BlockTransactions'
  | 'Place'
  | 'Namesakes'

export type Parameter = {
  name: 'principal' | 'tx_id' | 'block' | 'height' | 'locale' | 'offset' | 'limit' | 'q'
  in: 'path' | 'query'
  description: string
}

/** The whole program of an example. */
export function inTypeScript(typescript: string, baseUrl: string): string {
  return `import { createClient } from 'cairn-client'

const client = createClient({ baseUrl: '${baseUrl}' })
${typescript}`
}

export function inCurl(path: string, baseUrl: string): string {
  return `curl -H 'Accept: application/json' '${baseUrl}${path}'`
}

/** The path of a pattern with one value in it. */
function at(pattern: string, value: string, query = ''): string {
  return pattern.replace(/:\w+/, value) + query
}

const LONGCOIN = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
const SAMPLE = 'ST000000000000000000002AMW42H.cairn-sample'
const MINT = '7430609f039d4bc92a1f20fc6e49d5633b61c2a92ba68a93ea0dc1b59a3f3b50'

const PRINCIPAL: Parameter = {
  name: 'principal',
  in: 'path',
  description: 'The principal of the token’s contract: its address, a dot and its name.',
}
const TRANSACTION: Parameter = {
  name: 'tx_id',
  in: 'path',
  description: 'A Bitcoin transaction: 64 hexadecimal digits, with or without 0x, in any case.',
}
const HEIGHT: Parameter = { name: 'height', in: 'path', description: 'The height of a block.' }

const PAGING: readonly Parameter[] = [
  {
    name: 'offset',
    in: 'query',
    description: 'How many records to leave out; 0 when missing.',
  },
  {
    name: 'limit',
    in: 'query',
    description: `How many records to send, 1 to ${MAX_LIMIT}; 20 when missing.`,
  },
]

export const ENDPOINTS: readonly Endpoint[] = [
  {
    group: 'contract',
    title: 'Token metadata',
    description:
      'What a SIP-010 token says of itself, on chain and in its document. What is unknown is left out.',
    path: PATHS.token,
    parameters: [
      PRINCIPAL,
      {
        name: 'locale',
        in: 'query',
        description:
          'One of metadata.localization.locales, exactly or else in any case. The default document stands in for what a localized one lacks.',
      },
    ],
    answer: 'Token',
    problems: [
      { problem: 'bad-request', example: at(PATHS.token, 'longcoin') },
      { problem: 'contract-not-found', example: at(PATHS.token, `${SAMPLE}-nowhere`) },
      { problem: 'token-not-found', example: at(PATHS.token, `${SAMPLE}-no-token`) },
      { problem: 'token-error', example: at(PATHS.token, `${SAMPLE}-token-error`) },
      {
        problem: 'locale-not-found',
        example: at(PATHS.token, `${SAMPLE}-localized`, '?locale=xx'),
      },
      { problem: 'metadata-in-progress', example: at(PATHS.token, `${SAMPLE}-in-progress`) },
    ],
    example: at(PATHS.token, LONGCOIN),
    typescript: `const token = await client.token('${LONGCOIN}')
console.log(token.symbol, token.total_supply, token.decimals)`,
  },
  {
    group: 'contract',
    title: 'Rune activity of a transaction',
    description:
      'Its records, newest first. A transaction that is not known has none: status 200, total 0.',
    path: PATHS.transactionActivity,
    parameters: [TRANSACTION, ...PAGING],
    answer: 'ActivityPage',
    problems: [
      {
        problem: 'bad-request',
        example: at(PATHS.transactionActivity, '1234'),
      },
    ],
    example: at(PATHS.transactionActivity, MINT),
    typescript: `const page = await client.transactionActivity('${MINT}')
for (const row of page.results) {
  if (row.kind === 'record') console.log(row.record.operation, row.record.amount)
}`,
  },
  {
    group: 'contract',
    title: 'Rune activity of a block',
    description:
      'Its records, newest first: by place of the transaction in the block, then of the event in that, both descending. A block that is not known has none: status 200, total 0.',
    path: PATHS.blockActivity,
    parameters: [
      {
        name: 'block',
        in: 'path',
        description:
          'A Bitcoin block: its height, or its hash of 64 hexadecimal digits with or without 0x, in any case.',
      },
      ...PAGING,
    ],
    answer: 'ActivityPage',
    problems: [
      { problem: 'bad-request', example: at(PATHS.blockActivity, '840000', '?limit=5000') },
    ],
    example: at(PATHS.blockActivity, '840000', '?offset=0&limit=2'),
    typescript: `for await (const row of client.allBlockActivity(840_000)) {
  if (row.kind === 'record') console.log(row.record.rune.spaced_name, row.record.amount)
}`,
  },
  {
    group: 'directory',
    title: 'What this instance holds',
    description: 'Counts, heights, the newest blocks, where the data are from and what is missing.',
    path: DIRECTORY_PATHS.about,
    parameters: [],
    answer: 'About',
    problems: [],
    example: DIRECTORY_PATHS.about,
  },
  {
    group: 'directory',
    title: 'Search',
    description:
      'At most 20 tokens, runes, blocks and transactions by name or identifier, the closest first.',
    path: DIRECTORY_PATHS.search,
    parameters: [
      { name: 'q', in: 'query', description: 'What is sought; nothing is found without it.' },
    ],
    answer: 'SearchResults',
    problems: [{ problem: 'bad-request', example: `${DIRECTORY_PATHS.search}?q=dog&q=cat` }],
    example: `${DIRECTORY_PATHS.search}?q=longcoin`,
  },
  {
    group: 'directory',
    title: 'The blocks beside one',
    description: 'The nearest below and above that hold activity; missing where there is none.',
    path: DIRECTORY_PATHS.neighbours,
    parameters: [HEIGHT],
    answer: 'Neighbours',
    problems: [{ problem: 'bad-request', example: at(DIRECTORY_PATHS.neighbours, 'latest') }],
    example: at(DIRECTORY_PATHS.neighbours, '840006'),
  },
  {
    group: 'directory',
    title: 'The transactions of a block',
    description: 'Those with activity, by where they first stand in the block’s list.',
    path: DIRECTORY_PATHS.blockTransactions,
    parameters: [HEIGHT],
    answer: 'BlockTransactions',
    problems: [
      { problem: 'bad-request', example: at(DIRECTORY_PATHS.blockTransactions, 'latest') },
    ],
    example: at(DIRECTORY_PATHS.blockTransactions, '840000'),
  },
  {
    group: 'directory',
    title: 'The place of a transaction',
    description: 'Where in the list of its block it begins.',
    path: DIRECTORY_PATHS.place,
    parameters: [TRANSACTION],
    answer: 'Place',
    problems: [
      { problem: 'bad-request', example: at(DIRECTORY_PATHS.place, '1234') },
      { problem: 'not-found', example: at(DIRECTORY_PATHS.place, '0'.repeat(64)) },
    ],
    example: at(DIRECTORY_PATHS.place, MINT),
  },
  {
    group: 'directory',
    title: 'The namesakes of a token',
    description: 'Other tokens of the same symbol or name, in capitals or not.',
    path: DIRECTORY_PATHS.namesakes,
    parameters: [PRINCIPAL],
    answer: 'Namesakes',
    problems: [
      { problem: 'bad-request', example: at(DIRECTORY_PATHS.namesakes, 'longcoin') },
      {
        problem: 'contract-not-found',
        example: at(DIRECTORY_PATHS.namesakes, `${SAMPLE}-nowhere`),
      },
    ],
    example: at(DIRECTORY_PATHS.namesakes, LONGCOIN),
  },
]

/** Where a service of ours describes itself. */
export const OPENAPI_PATH = '/openapi.json'
