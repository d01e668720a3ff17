import { DIRECTORY_PATHS, MAX_QUERY_LENGTH, SEARCH_KINDS } from './directory.ts'
import {
  at,
  type Endpoint,
  type Parameter,
  PRINCIPAL_PARAMETER,
  pagingParameters,
  TRANSACTION_PARAMETER,
} from './endpoint.ts'
import { EXAMPLE_BLOCK, EXAMPLE_TOKEN, EXAMPLE_TRANSACTION } from './examples.ts'
import { RUNE_NAME_BEGINNING } from './identifiers.ts'
import { RUNE_ORDERS } from './runeList.ts'
import { SAMPLES } from './samples.ts'
import { DIRECTIONS } from './tokenList.ts'

const HEIGHT_PARAMETER: Parameter = {
  name: 'height',
  in: 'path',
  description: 'The height of a block.',
  schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
}

/** The endpoints under /explorer/v1: search, lists, about. */
export const DIRECTORY_ENDPOINTS: readonly Endpoint[] = [
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
      'Tokens, runes, blocks and transactions by name or identifier, best match first. If nothing matches, the results are tokens with a name, symbol or other search term that differs from q by one letter, and runes whose name does.',
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
        description:
          'The beginning of the name in upper or lower case, with or without spacers such as • or . between words.',
        schema: { type: 'string', pattern: `^$|${RUNE_NAME_BEGINNING.source}` },
      },
      {
        name: 'mintable',
        in: 'query',
        description: 'true leaves out runes whose supply.mintable is false.',
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
      'The blocks with activity, newest first, each with the number of its records. Samples are left out. To read page after page without gaps or repeats while blocks arrive, send the before value of the first response with each further offset.',
    path: DIRECTORY_PATHS.blocks,
    parameters: [
      {
        name: 'before',
        in: 'query',
        description:
          'Sends only blocks below this height. total counts those. New blocks do not move such a list. The default and the maximum are one above the newest block; a larger value counts as the maximum.',
        schema: HEIGHT_PARAMETER.schema,
      },
      ...pagingParameters('blocks'),
    ],
    response: 'BlockPage',
    problems: [{ problem: 'bad-request', example: `${DIRECTORY_PATHS.blocks}?before=latest` }],
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
    problems: [
      { problem: 'bad-request', example: at(DIRECTORY_PATHS.neighbours, 'latest') },
      { problem: 'not-found' },
    ],
    example: at(DIRECTORY_PATHS.neighbours, String(EXAMPLE_BLOCK)),
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
      { problem: 'not-found' },
    ],
    example: at(DIRECTORY_PATHS.blockTransactions, String(EXAMPLE_BLOCK)),
  },
  {
    name: 'transactionPosition',
    group: 'directory',
    title: 'Position of a transaction',
    description: 'The offset of the transaction’s first record in its block’s list.',
    path: DIRECTORY_PATHS.transactionPosition,
    parameters: [TRANSACTION_PARAMETER],
    response: 'TransactionPosition',
    problems: [
      { problem: 'bad-request', example: at(DIRECTORY_PATHS.transactionPosition, '1234') },
      { problem: 'not-found', example: at(DIRECTORY_PATHS.transactionPosition, '0'.repeat(64)) },
    ],
    example: at(DIRECTORY_PATHS.transactionPosition, EXAMPLE_TRANSACTION),
  },
  {
    name: 'namesakes',
    group: 'directory',
    title: 'Tokens with the same symbol or name',
    description:
      'Other tokens with the same symbol or name, ignoring case. Tokens with exactly the same name and symbol come first, then those that differ only in case, then those with only the same name or only the same symbol. Among equals, tokens that the service knows more about come first, and tokens whose names suggest a test come last. The order says nothing about whether a token is genuine.',
    path: DIRECTORY_PATHS.namesakes,
    parameters: [PRINCIPAL_PARAMETER],
    response: 'Namesakes',
    problems: [
      { problem: 'bad-request', example: at(DIRECTORY_PATHS.namesakes, 'longcoin') },
      {
        problem: 'contract-not-found',
        example: at(DIRECTORY_PATHS.namesakes, `${SAMPLES.sender_address}.nowhere`),
      },
    ],
    example: at(DIRECTORY_PATHS.namesakes, EXAMPLE_TOKEN),
  },
]
