// Every statement about all data, on pages and in responses, each compared with a query of its own on
// the database that the service reads. `statementsAboutRecords.test.ts` has those about single blocks,
// transactions and tokens.
import { SAMPLES } from '../../src/contract/samples.ts'
import type { SqlValue } from '../../src/service/database/database.ts'
import {
  find,
  inOrder,
  NO_SAMPLE,
  type Statement,
  type Subject,
  secondsOf,
  testStatements,
  textIn,
  type Value,
} from '../support/statements.ts'

const about =
  (field: string): Value =>
  async ({ read }) =>
    (await read('/explorer/v1/about')).body[field] ?? Number.NaN

const queried =
  (sql: string): Value =>
  ({ number }) =>
    number(sql)

const COUNTS = /([\d,]+) tokens?, ([\d,]+) runes? and ([\d,]+) rune records?/
const FOOTER_COUNTS = /([\d,]+) tokens? and ([\d,]+) rune records?/

const TOKENS = `SELECT count(*) FROM tokens WHERE ${NO_SAMPLE.tokens}`
const RUNES = `SELECT count(*) FROM runes WHERE ${NO_SAMPLE.runes}`
const RECORDS = `SELECT count(*) FROM ledger WHERE ${NO_SAMPLE.ledger}`
const BLOCKS = `SELECT count(DISTINCT block_height) FROM ledger WHERE ${NO_SAMPLE.ledger}`
const LOWEST = `SELECT min(block_height) FROM ledger WHERE ${NO_SAMPLE.ledger}`
const HIGHEST = `SELECT max(block_height) FROM ledger WHERE ${NO_SAMPLE.ledger}`
const NEWEST_TIME = `SELECT max(timestamp) FROM ledger WHERE block_height = (${HIGHEST})`
const HAS_SNAPSHOT = "SELECT count(*) FROM block_sources WHERE source = 'snapshot'"

async function readNewestBlocks({ rows }: Subject): Promise<number[][]> {
  const blocks = await rows(`
    SELECT CAST(block_height AS TEXT) AS height, CAST(count(*) AS TEXT) AS total,
           CAST(max(timestamp) AS TEXT) AS time
      FROM ledger GROUP BY block_height ORDER BY ledger.block_height DESC LIMIT 50`)
  return blocks.map(({ height, total, time }) => [Number(height), Number(total), Number(time)])
}

const STATEMENTS: Statement[] = [
  ['about: the number of tokens', about('tokens'), queried(TOKENS)],
  ['about: the number of runes', about('runes'), queried(RUNES)],
  ['about: the number of records', about('records'), queried(RECORDS)],
  ['about: the lowest block', about('lowest_block_height'), queried(LOWEST)],
  ['about: the highest block', about('highest_block_height'), queried(HIGHEST)],
  ['about: the time of the newest record', about('newest_record'), queried(NEWEST_TIME)],
  [
    'about: whether the data are the snapshot',
    async (subject) => (await about('source')(subject)) === 'snapshot',
    async ({ number }) => (await number(HAS_SNAPSHOT)) > 0,
  ],
  [
    'about: whether some blocks are incomplete',
    async (subject) => (await about('is_complete')(subject)) === false,
    async ({ number }) =>
      (await number('SELECT count(*) FROM block_sources WHERE is_complete = 0')) > 0,
  ],
  [
    'about: the newest blocks, their records and times',
    async ({ read }) =>
      (await read('/explorer/v1/about')).body.blocks.map((block: Record<string, unknown>) => [
        block.block_height,
        block.total,
        block.timestamp,
      ]),
    readNewestBlocks,
  ],
  [
    'about: the service has every example',
    async ({ read }) => {
      const { tokens, transactions, blocks } = (await read('/explorer/v1/about')).body.examples
      return [tokens.length, transactions.length, blocks.length]
    },
    async ({ read, number }) => {
      const { tokens, transactions, blocks } = (await read('/explorer/v1/about')).body.examples
      const held = async (ids: SqlValue[], sql: string) => {
        const counts = await Promise.all(ids.map((id) => number(sql, [id])))
        return counts.filter((count) => count > 0).length
      }
      return [
        await held(tokens, 'SELECT count(*) FROM tokens WHERE principal = $1'),
        await held(transactions, 'SELECT count(*) FROM ledger WHERE tx_id = $1'),
        await held(blocks, 'SELECT count(*) FROM ledger WHERE block_height = $1'),
      ]
    },
  ],
  [
    'home: the numbers of tokens, runes and records',
    async ({ open }) => find(textIn(await open('/'), 'main'), COUNTS),
    async ({ number }) => [await number(TOKENS), await number(RUNES), await number(RECORDS)],
  ],
  [
    'footer: the numbers of tokens and records',
    async ({ open }) => find(textIn(await open('/'), 'footer'), FOOTER_COUNTS),
    async ({ number }) => [await number(TOKENS), await number(RECORDS)],
  ],
  [
    'home: the eight newest blocks without the samples, their records and times',
    async ({ open }) =>
      [...(await open('/')).querySelectorAll('[aria-labelledby="holdings"] li:has(time)')].map(
        (block) => [
          ...find(block.children[0]?.textContent ?? '', /Block ([\d,]+)/),
          ...find(block.children[1]?.textContent ?? '', /([\d,]+) records?/),
          secondsOf(block.querySelector('time')),
        ],
      ),
    async (subject) => {
      const blocks = await readNewestBlocks(subject)
      return blocks.filter(([height]) => height !== SAMPLES.block_height).slice(0, 8)
    },
  ],
  [
    'home and footer: the block that a live index reaches, which a snapshot does not state',
    async ({ open }) => {
      const document = await open('/')
      return ['main', 'footer'].map((part) =>
        find(textIn(document, part), /Indexed up to block ([\d,]+)/),
      )
    },
    async ({ number }) => {
      const height = (await number(HAS_SNAPSHOT)) > 0 ? [] : [await number(HIGHEST)]
      return [height, height]
    },
  ],
  [
    'home: the time of the newest block',
    async ({ open }) =>
      secondsOf((await open('/')).querySelector('[aria-labelledby="holdings"] p time')),
    queried(NEWEST_TIME),
  ],
  [
    'status of the runes API: the newest block',
    async ({ read }) => (await read('/runes/v1/')).body.block_height,
    queried(HIGHEST),
  ],
  [
    'health: the newest block',
    async ({ read }) => (await read('/health')).body.block_height,
    queried(HIGHEST),
  ],
  [
    'health: the age of the newest block, within a minute',
    async ({ read }) =>
      Math.round(Date.now() / 60_000 - (await read('/health')).body.block_age / 60),
    async ({ number }) => Math.round((await number(NEWEST_TIME)) / 60),
  ],
  [
    'metrics: the height and the time of the newest block',
    async ({ origin }) => {
      const text = await (await fetch(`${origin}/metrics`)).text()
      return ['height', 'timestamp_seconds'].flatMap((name) =>
        find(text, new RegExp(`^cairn_ledger_block_${name} (\\S+)$`, 'm')),
      )
    },
    async ({ number }) => [await number(HIGHEST), await number(NEWEST_TIME)],
  ],
  [
    'list of tokens: the total',
    async ({ read }) => (await read('/metadata/v1/ft')).body.total,
    queried(`${TOKENS} AND status = 'ready'`),
  ],
  [
    'sitemaps: the numbers of files, of tokens with the start page and three lists, of runes and of blocks',
    async ({ origin }) =>
      inOrder(['sitemap', 'sitemaps/tokens', 'sitemaps/runes', 'sitemaps/blocks'], async (file) => {
        const text = await (await fetch(`${origin}/${file}.xml`)).text()
        return text.split('<loc>').length - 1
      }),
    async ({ number }) => {
      const blocks = await number(`${BLOCKS}`)
      const tokens = await number(`${TOKENS} AND status = 'ready'`)
      return [blocks + 3, tokens + 4, await number(RUNES), blocks]
    },
  ],
]

testStatements(STATEMENTS)
