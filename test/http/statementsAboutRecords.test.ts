// Every statement about a block, a transaction or a token, on pages and in responses, each compared
// with a query of its own on the database that the service reads.
import { SAMPLES } from '../../src/contract/samples.ts'
import { textOf } from '../../src/service/database/database.ts'
import { getPage } from '../support/getPage.ts'
import {
  coverageOf,
  find,
  inOrder,
  labelOf,
  NO_SAMPLE,
  ofBlocks,
  ofTokens,
  ofTransactions,
  queryCoverage,
  type Statement,
  secondsOf,
  testStatements,
  textIn,
} from '../support/statements.ts'

const OPERATIONS = ['etching', 'mint', 'burn', 'send', 'receive']
const RANGE = /([\d,]+)–([\d,]+) of ([\d,]+)/

const OF_BLOCK = 'SELECT count(*) FROM ledger WHERE block_height = $1'
const OF_TRANSACTION = 'SELECT count(*) FROM ledger WHERE tx_id = $1'
const BLOCK_OF = 'SELECT max(block_height) FROM ledger WHERE tx_id = $1'

const tokenCoverage = ofTokens(async ({ rows }, principal) => {
  const [row] = await rows('SELECT source FROM tokens WHERE principal = $1', [principal])
  return { snapshot: 'partial', sample: 'sample' }[textOf(row ?? {}, 'source')] ?? 'complete'
})

/** The position of a transaction's first record in its block. */
const POSITION = `SELECT min(position) FROM (
    SELECT tx_id, row_number() OVER (ORDER BY tx_index DESC, event_index DESC, tx_id DESC) AS position
      FROM ledger WHERE block_height = (${BLOCK_OF})) AS listed
  WHERE tx_id = $1`

const sharing = (field: 'symbol' | 'name') =>
  `one.${field} <> '' AND lower(other.${field}) = lower(one.${field})`

const namesakes = (condition: string) =>
  `SELECT count(*) FROM tokens one JOIN tokens other ON other.principal <> one.principal
    WHERE one.principal = $1 AND (${condition})`

const neighbour = (which: 'min' | 'max') =>
  `SELECT ${which}(block_height) FROM ledger WHERE ${NO_SAMPLE.ledger} AND block_height`

const STATEMENTS: Statement[] = [
  [
    'token: whether it is complete, partial or a sample',
    ofTokens((subject, principal) => coverageOf(subject, `/metadata/v1/ft/${principal}`)),
    tokenCoverage,
  ],
  [
    'token page: whether the token is complete, partial or a sample',
    ofTokens(async ({ open }, principal) => labelOf(await open(`/token/${principal}`))),
    tokenCoverage,
  ],
  [
    'namesakes: the numbers of other tokens with the symbol, the name and either',
    ofTokens(async ({ read }, principal) => {
      const { body } = await read(`/explorer/v1/tokens/${principal}/namesakes`)
      return [body.symbol.total, body.name.total, body.total]
    }),
    ofTokens(async ({ number }, principal) => [
      await number(namesakes(sharing('symbol')), [principal]),
      await number(namesakes(sharing('name')), [principal]),
      await number(namesakes(`${sharing('symbol')} OR ${sharing('name')}`), [principal]),
    ]),
  ],
  [
    'token page: the number of other tokens with the symbol or the name',
    ofTokens(async ({ open }, principal) => {
      const text = textIn(await open(`/token/${principal}`), 'main')
      return find(text, /([\d,]+) other tokens? uses? this (?:symbol|name)/)[0] ?? 0
    }),
    ofTokens(({ number }, principal) =>
      number(namesakes(`${sharing('symbol')} OR ${sharing('name')}`), [principal]),
    ),
  ],
  [
    'block: the total',
    ofBlocks(async ({ read }, height) => (await read(block(height))).body.total),
    ofBlocks(({ number }, height) => number(OF_BLOCK, [height])),
  ],
  [
    'block: the total of each operation',
    ofBlocks(async ({ read }, height) =>
      inOrder(
        OPERATIONS,
        async (it) => (await read(block(height, `&operation_type=${it}`))).body.total,
      ),
    ),
    ofBlocks(({ number }, height) =>
      inOrder(OPERATIONS, (it) =>
        number(`${OF_BLOCK} AND CAST(operation AS TEXT) = $2`, [height, it]),
      ),
    ),
  ],
  [
    'block: whether it is complete, partial or a sample',
    ofBlocks((subject, height) => coverageOf(subject, block(height))),
    ofBlocks((subject, height) => queryCoverage(subject, 'block_height = $1', height)),
  ],
  [
    'block page: whether the block is complete, partial or a sample',
    ofBlocks(async ({ open }, height) => labelOf(await open(`/block/${height}`))),
    ofBlocks((subject, height) => queryCoverage(subject, 'block_height = $1', height)),
  ],
  [
    'block page: the number of records',
    ofBlocks(async ({ open }, height) =>
      find(textIn(await open(`/block/${height}`), 'main strong.text-lg'), /([\d,]+) records?/),
    ),
    ofBlocks(async ({ number }, height) => [await number(OF_BLOCK, [height])]),
  ],
  [
    'block page: the number of records in the title and in the description',
    ofBlocks(async ({ origin }, height) => {
      const { document, meta } = await getPage(origin, `/block/${height}`)
      return [
        ...find(document.title, /([\d,]+) records?/),
        ...find(meta('description') ?? '', /(?:^|of )([\d,]+)/),
      ]
    }),
    ofBlocks(async ({ number }, height) => {
      const total = await number(OF_BLOCK, [height])
      return [total, total]
    }),
  ],
  [
    'block page: the range of the first and of the second page, and the total',
    ofBlocks(async ({ open }, height) =>
      inOrder(['', '?offset=20'], async (it) =>
        find(textIn(await open(`/block/${height}${it}`), 'main'), RANGE),
      ),
    ),
    ofBlocks(async ({ number }, height) => rangesOf(await number(OF_BLOCK, [height]))),
  ],
  [
    'block page: the time of the block',
    ofBlocks(async ({ open }, height) =>
      secondsOf((await open(`/block/${height}`)).querySelector('main header time')),
    ),
    ofBlocks(({ number }, height) =>
      number('SELECT max(timestamp) FROM ledger WHERE block_height = $1', [height]),
    ),
  ],
  [
    'block: the blocks with activity before and after it, never a sample',
    ofBlocks(async ({ read }, height) => {
      const { body } = await read(`/explorer/v1/blocks/${height}/neighbours`)
      return [body.previous ?? Number.NaN, body.next ?? Number.NaN]
    }),
    ofBlocks(async ({ number }, height) =>
      height === SAMPLES.block_height
        ? [Number.NaN, Number.NaN]
        : [
            await number(`${neighbour('max')} < $1`, [height]),
            await number(`${neighbour('min')} > $1`, [height]),
          ],
    ),
  ],
  [
    'block: its transactions and the records of each',
    ofBlocks(async ({ read }, height) => {
      const { body } = await read(`/explorer/v1/blocks/${height}/transactions`)
      return Object.fromEntries(
        body.results.map((it: { tx_id: string; total: number }) => [it.tx_id, it.total]),
      )
    }),
    ofBlocks(async ({ rows }, height) => {
      const sql = `SELECT tx_id, CAST(count(*) AS TEXT) AS total FROM ledger
                    WHERE block_height = $1 GROUP BY tx_id`
      const found = await rows(sql, [height])
      return Object.fromEntries(found.map(({ tx_id, total }) => [tx_id, Number(total)]))
    }),
  ],
  [
    'transaction: the total',
    ofTransactions(async ({ read }, txId) => (await read(transaction(txId))).body.total),
    ofTransactions(({ number }, txId) => number(OF_TRANSACTION, [txId])),
  ],
  [
    'transaction: whether it is complete, partial or a sample',
    ofTransactions((subject, txId) => coverageOf(subject, transaction(txId))),
    ofTransactions((subject, txId) => queryCoverage(subject, 'tx_id = $1', txId)),
  ],
  [
    'transaction page: whether the transaction is complete, partial or a sample',
    ofTransactions(async ({ open }, txId) => labelOf(await open(`/tx/${txId}`))),
    ofTransactions((subject, txId) => queryCoverage(subject, 'tx_id = $1', txId)),
  ],
  [
    'transaction page: the range of the first and of the second page, and the total',
    ofTransactions(async ({ open }, txId) =>
      inOrder(['', '?offset=20'], async (it) =>
        find(textIn(await open(`/tx/${txId}${it}`), 'main'), RANGE),
      ),
    ),
    ofTransactions(async ({ number }, txId) => rangesOf(await number(OF_TRANSACTION, [txId]))),
  ],
  [
    'transaction page: its block, and its first record in it',
    ofTransactions(async ({ open }, txId) =>
      find(textIn(await open(`/tx/${txId}`), 'main'), /In block ([\d,]+), record ([\d,]+)/),
    ),
    ofTransactions(async ({ number }, txId) => [
      await number(BLOCK_OF, [txId]),
      await number(POSITION, [txId]),
    ]),
  ],
  [
    'search: the block of a transaction',
    ofTransactions(async ({ read }, txId) =>
      find(
        (await read(`/explorer/v1/search?q=${txId}`)).body.results[0].detail,
        /in block ([\d,]+)/,
      ),
    ),
    ofTransactions(async ({ number }, txId) => [await number(BLOCK_OF, [txId])]),
  ],
]

testStatements(STATEMENTS)

function block(height: number, query = ''): string {
  return `/runes/v1/blocks/${height}/activity?limit=1${query}`
}

function transaction(txId: string): string {
  return `/runes/v1/transactions/${txId}/activity?limit=1`
}

/** The first and the second page of 20 records; none past the end. */
function rangesOf(total: number): number[][] {
  return [0, 20].map((offset) =>
    offset < total ? [offset + 1, Math.min(total, offset + 20), total] : [],
  )
}
