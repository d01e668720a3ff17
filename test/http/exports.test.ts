import * as v from 'valibot'
import { describe, expect, inject, test } from 'vitest'
import { isList } from '../../src/contract/endpoint.ts'
import { DatabaseUnavailable } from '../../src/database/database.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { taprootScript } from '../../src/demo/scripts.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { BLOCK, RUNE } from '../support/bundledIds.ts'
import { readExampleRequests } from '../support/exampleRequests.ts'
import { readCsv } from '../support/readCsv.ts'
import { bundledData, demoData, followNode, type ServedData } from '../support/servedData.ts'
import { getJson, hastyClock, startService } from '../support/startService.ts'

const Row = v.record(v.string(), v.unknown())
type Row = v.InferOutput<typeof Row>

/** Reads a list page by page. */
async function readPages(url: string): Promise<Row[]> {
  const limit = /v1\/runes\/.*\/holders/.test(url) && url.includes('explorer') ? 100 : 1000
  const rows: Row[] = []
  for (;;) {
    const { body } = await getJson(`${withQuery(url, { offset: rows.length, limit })}`)
    rows.push(...v.parse(v.array(Row), body.results))
    if (rows.length >= body.total) return rows
  }
}

function withQuery(url: string, query: Record<string, string | number>): string {
  const parsed = new URL(url)
  for (const [name, value] of Object.entries(query)) parsed.searchParams.set(name, String(value))
  return parsed.href
}

function asExport(url: string, format: 'csv' | 'ndjson'): string {
  return url.replace(/(\?|$)/, `.${format}$1`)
}

async function readText(url: string, init?: RequestInit): Promise<string> {
  return (await fetch(url, init)).text()
}

/** The cells of a row by column: nested fields with dots, lists with spaces, objects in lists as JSON. */
function cellsOf(row: Row, prefix = ''): [column: string, cell: string][] {
  return Object.entries(row).flatMap(([name, value]): [string, string][] => {
    const column = prefix + name
    if (value === null) return []
    if (Array.isArray(value)) return [[column, value.map(textOf).join(' ')]]
    if (typeof value === 'object') return cellsOf(v.parse(Row, value), `${column}.`)
    const cell: [string, string] = [column, String(value)]
    return name === 'timestamp' ? [cell, [`${prefix}time`, isoTime(Number(value))]] : [cell]
  })
}

function textOf(entry: unknown): string {
  return JSON.stringify(entry).startsWith('{') ? JSON.stringify(entry) : String(entry)
}

function isoTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
}

/** Without empty cells. */
function filled(cells: Record<string, string>) {
  return Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ''))
}

describe.each([
  ['the bundled blocks', bundledData],
  ['the demo chain', demoData],
])('over %s', (_, open) => {
  // On PostgreSQL the same code runs over the same lists: one of them suffices.
  const isRepeated = inject('engine') === 'postgres' && open === demoData

  test.skipIf(isRepeated)(
    'every list is exported completely, in its order, as CSV and as JSON lines',
    async () => {
      const origin = await startService({ data: open() })
      const lists = (await readExampleRequests(origin)).filter(({ endpoint }) => isList(endpoint))
      let exported = 0
      for (const { name, path } of lists) {
        // The tokens have their own test.
        if (name === 'tokens') continue
        const url = origin + new URL(path, origin).pathname
        const rows = (await readPages(url)).slice(0, 2000)
        const lines = (await readText(asExport(url, 'ndjson'))).split('\n').slice(0, rows.length)
        expect(lines.map((line) => JSON.parse(line))).toEqual(rows)
        const records = readCsv(await readText(asExport(url, 'csv'))).slice(0, rows.length)
        expect(records.map(filled)).toEqual(
          rows.map((row) => filled(Object.fromEntries(cellsOf(row)))),
        )
        exported += rows.length
      }
      expect(exported).toBeGreaterThan(2000)
    },
  )
})

test.each([
  ['/runes/v1/blocks/840002/activity', 'operation_type=mint'],
  [`/runes/v1/etchings/${RUNE}/activity`, 'operation_type=receive'],
  ['/explorer/v1/blocks/840002/movements', 'type=mint&min=1&change=hide'],
  ['/explorer/v1/blocks/840003/movements', 'first_tx=100&last_tx=4000&text=a'],
  ['/explorer/v1/blocks/840002/by-address', `rune=${RUNE}`],
  [`/explorer/v1/runes/${RUNE}/movements`, 'from=840003&to=840005'],
  ['/explorer/v1/runes', 'mint=mintable&order_by=progress&order=asc'],
  ['/explorer/v1/blocks', 'before=840005'],
  ['/metadata/v1/ft', 'name=coin&order_by=symbol&order=desc'],
])('the export of %s has the filters %s, but no page', async (path, query) => {
  const origin = await startService()
  const rows = await readPages(`${origin}${path}?${query}`)
  expect(rows.length).toBeGreaterThan(0)
  const exported = await readText(`${origin}${path}.ndjson?${query}&limit=1&offset=1`)
  expect(
    exported
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(rows)
})

test('the suffix or Accept asks for an export, and HEAD for its headers', async () => {
  const origin = await startService()
  const path = `/explorer/v1/blocks/${BLOCK}/by-rune`
  const csv = await readText(`${origin}${path}.csv`)
  const ndjson = await readText(`${origin}${path}.ndjson`)
  expect(await readText(origin + path, { headers: { Accept: 'text/csv' } })).toBe(csv)
  const json = { headers: { Accept: 'application/x-ndjson' } }
  expect(await readText(origin + path, json)).toBe(ndjson)
  for (const [format, type] of [
    ['csv', 'text/csv; charset=utf-8'],
    ['ndjson', 'application/x-ndjson'],
  ]) {
    const head = await fetch(`${origin}${path}.${format}`, { method: 'HEAD' })
    expect([head.status, await head.text(), Object.fromEntries(head.headers)]).toMatchObject([
      200,
      '',
      {
        'content-type': type,
        'content-disposition': `attachment; filename="blocks-${BLOCK}-by-rune.${format}"`,
        'cache-control': 'no-store',
        vary: 'Accept',
        'access-control-allow-origin': '*',
      },
    ])
  }
})

test('the name of an exported file tells its filters', async () => {
  const path = `${await startService()}/explorer/v1/blocks/${BLOCK}/movements.csv`
  const nameOf = async (search: string) =>
    (await fetch(path + search, { method: 'HEAD' })).headers.get('Content-Disposition')
  expect(await nameOf('?type=mint&limit=7&excel=1')).toBe(
    `attachment; filename="blocks-${BLOCK}-movements-type-mint-excel.csv"`,
  )
  const origin = new URL(path).origin
  for (const [list, name] of [
    [`/runes/v1/etchings/${RUNE.replace(':', '%3A')}/activity.csv`, 'etchings-840002-304-activity'],
    ['/runes/v1/etchings/lambo.lifestyle/holders.csv', 'etchings-LAMBOLIFESTYLE-holders'],
    [
      `/explorer/v1/blocks/0${BLOCK}/by-address.csv?order_by=minted&rune=lambo%E2%80%A2lifestyle`,
      `blocks-${BLOCK}-by-address-rune-LAMBOLIFESTYLE-order_by-minted`,
    ],
    ['/explorer/v1/runes.csv?order_by=number', 'runes'],
  ]) {
    const { headers } = await fetch(`${origin}${list}`, { method: 'HEAD' })
    expect(headers.get('Content-Disposition')).toBe(`attachment; filename="${name}.csv"`)
  }
  expect((await nameOf(`?text=${'%2F"'.repeat(30)}`))?.length).toBeLessThan(180)
})

test('an export of nothing has its columns, and refusals are as for the list', async () => {
  const origin = await startService()
  const unknown = `${origin}/runes/v1/transactions/${'0'.repeat(64)}/activity`
  expect(readCsv(await readText(`${unknown}.csv`))).toEqual([])
  expect(await readText(`${unknown}.ndjson`)).toBe('')
  for (const [path, status] of [
    ['/explorer/v1/blocks/1/movements.csv', 404],
    ['/explorer/v1/runes/NOSUCHRUNE/holders.ndjson', 404],
    ['/explorer/v1/blocks/latest/movements.csv', 400],
    ['/explorer/v1/runes.csv?order_by=price', 400],
    [`/explorer/v1/blocks/${BLOCK}.csv`, 400],
    ['/explorer/v1/search.csv?q=dog', 404],
  ] as const) {
    const { status: got, body } = await getJson(origin + path)
    expect([path, got, body.statusCode ?? got]).toEqual([path, status, status])
  }
})

/** A chain with a rune of 1,200 holders, and one with a supply of 39 digits. */
function createManyHolders() {
  const node = new SimulatedNode()
  const owners = Array.from({ length: 1200 }, (_, owner) => taprootScript(`owner ${owner}`))
  const outputs = owners.map((script) => ({ script, value: 546 }))
  const divided: NewTransaction = {
    inputs: [{ txid: 'f'.repeat(64), vout: 0 }],
    outputs: [
      ...outputs,
      runestoneOutput({
        etching: { premine: 120_000n, turbo: true },
        edicts: [{ id: '0:0', amount: 100n, output: outputs.length + 1 }],
      }),
    ],
  }
  const large: NewTransaction = {
    inputs: [{ txid: 'e'.repeat(64), vout: 0 }],
    outputs: [
      ...outputs.slice(0, 1),
      runestoneOutput({ etching: { premine: 2n ** 127n, divisibility: 3, turbo: false } }),
    ],
  }
  node.mine([divided, large])
  const spend = { inputs: [{ txid: txidOf(divided), vout: 0 }], outputs: outputs.slice(1, 2) }
  return { node, rune: '1:1', spend, txId: txidOf(large) }
}

test('texts that a spreadsheet would compute are guarded', async () => {
  const cells = {
    '=': "'=",
    '+': "'+",
    '-': "'-",
    '@': "'@",
    '\t': "'\t",
    '"': '"',
    ',': ',',
    '🧿': '🧿',
  }
  const node = new SimulatedNode()
  node.mine(
    Object.keys(cells).map((symbol, index) => ({
      inputs: [{ txid: String(index).repeat(64), vout: 0 }],
      outputs: [runestoneOutput({ etching: { symbol, turbo: false } })],
    })),
  )
  const origin = await startService({ data: await followNode(node) })
  const rows = readCsv(await readText(`${origin}/runes/v1/etchings.csv`))
  expect(rows.map(({ symbol }) => symbol)).toEqual(Object.values(cells).reverse())
})

test('amounts with a sign are not guarded', async () => {
  const { node, spend } = createManyHolders()
  const { height } = node.mine([spend])
  const origin = await startService({ data: await followNode(node) })
  const rows = readCsv(await readText(`${origin}/explorer/v1/blocks/${height}/by-address.csv`))
  expect(rows.map(({ net, sent }) => [net, sent])).toEqual([
    ['-100', '100'],
    ['100', '0'],
  ])
})

test('for Excel, a number with more digits than it keeps is a text, and all others stay', async () => {
  const { node, txId } = createManyHolders()
  const origin = await startService({ data: await followNode(node) })
  const path = `${origin}/explorer/v1/transactions/${txId}/movements.csv`
  const exact = (2n ** 127n).toString().replace(/(...)$/, '.$1')
  const [plain] = readCsv(await readText(path))
  const bytes = Buffer.from(await (await fetch(`${path}?excel=1`)).arrayBuffer())
  // Without it, Excel would take UTF-8 for another encoding.
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from('\ufeff'))
  const [excel] = readCsv(await readText(`${path}?excel=1`))
  expect([plain?.amount, excel?.amount]).toEqual([exact, `="${exact}"`])
  expect([plain?.['rune.id'], excel?.['rune.id']]).toEqual(['1:2', '="1:2"'])
  expect({ ...excel, amount: exact, 'rune.id': '1:2' }).toEqual(plain)
})

test('for Excel, the id of the first rune stays an id', async () => {
  const origin = await startService()
  const [header, row] = (
    await readText(`${origin}/runes/v1/etchings/1:0/activity.csv?excel=1`)
  ).split('\r\n')
  expect(header).toMatch(/^\ufeff?rune\.id,/)
  expect(row).toMatch(/^"=""1:0""",/)
})

test('two exports run at once; a third gets a 503, until a client leaves', async () => {
  const { node } = createManyHolders()
  const held = hold(await followNode(node), 1)
  const origin = await startService({ data: held.data })
  const path = `${origin}/runes/v1/blocks/1/activity.csv`
  const [one, other] = [new AbortController(), new AbortController()]
  const running = [one, other].map(({ signal }) => fetch(path, { signal }).then((it) => it.text()))
  for (const it of running) it.catch(() => {})
  await expect.poll(held.waiting).toBe(2)
  const { status, headers, body } = await getJson(path)
  expect([status, headers.get('Retry-After'), body.message]).toEqual([
    503,
    '10',
    'two exports are running; try again when one has ended',
  ])
  one.abort()
  held.release()
  await expect(running[0]).rejects.toThrow()
  expect(readCsv((await running[1]) ?? '')).toHaveLength(1203)
  await expect.poll(async () => (await fetch(path, { method: 'HEAD' })).status).toBe(200)
})

describe('while a list is exported', () => {
  const LISTS = [
    ['a history', '/runes/v1/etchings/1:1/activity'],
    ['a ranking', '/runes/v1/etchings/1:1/holders'],
  ] as const

  async function exportWhile(
    path: string,
    change: (chain: ReturnType<typeof createManyHolders>) => void,
  ) {
    const chain = createManyHolders()
    const data = await followNode(chain.node)
    const before = await startService({ data })
    const rows = await readPages(before + path)
    const held = hold(data, 2)
    const origin = await startService({ data: held.data, monotonicMs: hastyClock() })
    const exported = readText(`${origin}${path}.ndjson`)
    await expect.poll(held.waiting).toBe(1)
    change(chain)
    await data.following.untilTip()
    held.release()
    const lines = (await exported)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    return { rows, lines, csv: () => readText(`${origin}${path}.csv`) }
  }

  test.each(LISTS)('if nothing changes, %s is complete', async (_, path) => {
    const { rows, lines } = await exportWhile(path, () => {})
    expect(lines).toEqual(rows)
  })

  test('a new block adds to a history what the export leaves out', async () => {
    const { rows, lines } = await exportWhile(LISTS[0][1], ({ node, spend }) => node.mine([spend]))
    expect(lines).toEqual(rows)
  })

  test('a new block breaks off the export of a ranking', async () => {
    const { rows, lines } = await exportWhile(LISTS[1][1], ({ node, spend }) => node.mine([spend]))
    expect(lines).toEqual([...rows.slice(0, 200), { error: CHANGED }])
  })

  test.each(LISTS)('a replaced block breaks off the export of %s', async (_, path) => {
    const { rows, lines } = await exportWhile(path, ({ node }) => {
      const [removed] = node.invalidate(1)
      const transactions = removed?.transactions.slice(1).map(({ transaction }) => transaction)
      node.mine(transactions, { timestamp: 1_800_000_000 })
      node.mine()
    })
    expect(lines).toEqual([...rows.slice(0, 200), { error: CHANGED }])
  })

  test('if the database fails, the last line says so', async () => {
    const { node } = createManyHolders()
    const held = hold(await followNode(node), 2, () =>
      Promise.reject(new DatabaseUnavailable('away')),
    )
    const origin = await startService({ data: held.data })
    const lines = (await readText(`${origin}/runes/v1/etchings/1:1/activity.csv`)).split('\r\n')
    expect(lines).toHaveLength(203)
    expect(lines.at(-2)).toMatch(
      /^The export breaks off here: the database cannot be read right now/,
    )
  })
})

const CHANGED = 'The export breaks off here, because the list changed. Export it again.'

/** Holds reads of the index from the `first` on until they are released, or answers them with `instead`. */
function hold(data: ServedData, first: number, instead?: () => Promise<never>) {
  let [reads, waiting, release] = [0, 0, () => {}]
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const { runes } = data.databases
  const readTransaction: typeof runes.readTransaction = async (work) => {
    reads += 1
    if (reads >= first) {
      await instead?.()
      waiting += 1
      await released
    }
    return runes.readTransaction(work)
  }
  return {
    data: { ...data, databases: { ...data.databases, runes: { ...runes, readTransaction } } },
    waiting: () => waiting,
    release: () => release(),
  }
}
