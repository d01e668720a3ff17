import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOSTILE_RECORD, type HostileRecord } from '../support/hostileRecord.ts'
import { expectHarmless, readCsv, readExcelCsv, textOf } from '../support/readCsv.ts'
import { renderAt, shows, showsAnalysis } from '../support/renderAt.tsx'
import {
  createTestService,
  getJson,
  listen,
  startComplete,
  startService,
} from '../support/startService.ts'

// jsdom implements neither object URLs nor downloads.
const saved: { name: string; blob: Blob }[] = []
let lastBlob: Blob | undefined
beforeEach(() => {
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) lastBlob = blob
    return 'blob:test'
  }
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLElement) {
    const name = this.getAttribute('download')
    if (name !== null && lastBlob !== undefined) saved.push({ name, blob: lastBlob })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  saved.length = 0
})

/** Clicks the button with this name and returns the downloaded file. */
async function download(button: string) {
  const before = saved.length
  await userEvent.click(await screen.findByRole('button', { name: button }))
  await waitFor(() => expect(saved.length).toBe(before + 1))
  const { name = '', blob } = saved.at(-1) ?? {}
  await shows(`Saved ${name}`)
  return { name, text: await readText(blob) }
}

function readText(blob: Blob | undefined): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    // FileReader.readAsText would remove the byte order mark.
    reader.onload = () => {
      const { result } = reader
      if (result === null || typeof result === 'string') throw new Error('not read as bytes')
      resolve(new TextDecoder('utf-8', { ignoreBOM: true }).decode(result))
    }
    if (blob !== undefined) reader.readAsArrayBuffer(blob)
  })
}

/** Responds to any request for activity with a page of up to seven records. */
function respondWith(request: Request, records: unknown[]): Response {
  const { pathname, searchParams } = new URL(request.url)
  if (!pathname.endsWith('/activity')) return new Response('', { status: 404 })
  const offset = Number(searchParams.get('offset'))
  const results = records.slice(offset, offset + 7)
  return Response.json({ limit: 7, offset, total: records.length, results }, { headers: OPEN })
}

const OPEN = { 'Access-Control-Allow-Origin': '*' }

function expectSame(row: Record<string, string> | undefined, sent: HostileRecord) {
  const exact = [row?.amount, row?.rune_id, row?.tx_id, row?.vout, row?.rune_number].map(textOf)
  const { rune, location } = sent
  const numbers = [location.vout, rune.number].map(String)
  expect(exact).toEqual([sent.amount, rune.id, location.tx_id, ...numbers])
  expect(Date.parse(textOf(row?.timestamp))).toBe(location.timestamp * 1000)
  const written = [row?.rune_name, row?.rune_spaced_name, row?.operation, row?.address]
  const texts = [rune.name, rune.spaced_name, sent.operation, sent.address]
  const withoutGuards = (text: string | undefined) => textOf(text).replaceAll("'", '')
  // Nothing but apostrophes was added.
  expect(written.map(withoutGuards)).toEqual(texts.map(withoutGuards))
}

const READERS = { CSV: readCsv, 'CSV for Excel': readExcelCsv }

test('both kinds of CSV contain all data of any records, and no formulas', async () => {
  let records: HostileRecord[] = []
  let height = 1
  const origin = await listen((request) => respondWith(request, records))
  const ledger = fc.array(HOSTILE_RECORD, { minLength: 1, maxLength: 20 })
  const kind = fc.constantFrom('CSV' as const, 'CSV for Excel' as const)
  const property = fc.asyncProperty(ledger, kind, async (sent, kind) => {
    records = sent
    await renderAt(`/block/${height++}?view=download`, origin)
    await showsAnalysis()
    const rows = READERS[kind]((await download(`${kind} of all records`)).text)
    expect(rows).toHaveLength(sent.length)
    for (const [index, record] of sent.entries()) expectSame(rows[index], record)
    for (const cell of rows.flatMap((row) => Object.values(row))) expectHarmless(cell)
  })
  // Each run renders a page, so shrinking a failure would take too long.
  await fc.assert(property.afterEach(cleanup), { numRuns: 10, endOnFailure: true })
})

test('CSV has a header and exact amounts, and both kinds have the same cells', async () => {
  await renderAt('/block/840006?view=download', await startService())
  await showsAnalysis()
  const { name, text } = await download('CSV of all records')
  expect(name).toBe('block-840006.csv')
  expect(text).toMatch(/^"record","operation","rune_id",[^\r\n]*\r\n"1",/)
  const rows = readCsv(text)
  expect(rows.every(({ amount = '' }) => /^([0-9]+(\.[0-9]+)?)?$/.test(amount))).toBe(true)
  const excel = await download('CSV for Excel of all records')
  expect(excel.name).toBe('block-840006-excel.csv')
  const unguarded = readExcelCsv(excel.text).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, textOf(cell)])),
  )
  expect(unguarded).toEqual(rows)
})

test('NDJSON contains the records unchanged, with all digits', async () => {
  const lines = [
    '{"rune":{"id":"1:1","number":340282366920938463463374607431768211455},"operation":"mint","amount":1.10,"location":{"tx_id":"0xAA","extra":[1e3,-0.0,"\\"\\u2028"]}}',
    '{"no":"record","of":12345678901234567890.000}',
  ]
  const body = `{"limit": 20, "offset": 0, "total": 2, "results": [\n ${lines.join(',\n ')}]}`
  const headers = { ...OPEN, 'Content-Type': 'application/json' }
  const origin = await listen(() => new Response(body, { headers }))
  await renderAt('/block/7?view=download', origin)
  const { name, text } = await download('NDJSON of all records')
  expect(name).toBe('block-7.ndjson')
  expect(text).toBe(`${lines.join('\n')}\n`.replace('\\u2028', '\u2028'))
  const rows = readCsv((await download('CSV of all records')).text)
  expect(rows[0]).toMatchObject({ amount: '1.10', tx_id: 'aa', unreadable: '' })
  expect(rows[1]).toMatchObject({ record: '2', amount: '', unreadable: expect.stringMatching(/./) })
})

test('a filtered and sorted list is downloaded as shown, with a matching file name', async () => {
  const origin = await startService()
  await renderAt('/block/840006?view=download&op=send&sort=-amount', origin)
  await showsAnalysis()
  const { name, text } = await download('CSV of filtered records')
  expect(name).toBe('block-840006-filtered.csv')
  const rows = readCsv(text)
  const sent = (await allRecords(origin, '/runes/v1/blocks/840006/activity'))
    .map((record, index) => ({ ...record, position: String(index + 1) }))
    .filter(({ operation }) => operation === 'send')
  expect(new Set(rows.map(({ record }) => record))).toEqual(
    new Set(sent.map(({ position }) => position)),
  )
  const amounts = rows.map(({ amount }) => Number(amount))
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
})

test('net changes are downloaded with their sign', async () => {
  await renderAt('/block/840006?view=download', await startComplete())
  await showsAnalysis()
  const { name, text } = await download('CSV of net change by address')
  expect(name).toBe('block-840006-net.csv')
  const netChanges = readCsv(text)
  expect(netChanges.some(({ net = '' }) => /^-[0-9]+(\.[0-9]+)?$/.test(net))).toBe(true)
  const excel = readExcelCsv((await download('CSV for Excel of net change by address')).text)
  expect(excel.map(({ net }) => textOf(net))).toEqual(netChanges.map(({ net }) => net))
  const lines = (await download('NDJSON of net change by address')).text.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).net ?? '')).toEqual(netChanges.map(({ net }) => net))
})

test('a file saved before all records are loaded is named as partial', async () => {
  const service = createTestService({ pages: 'client-rendered' })
  const origin = await listen((request) => {
    const offset = Number(new URL(request.url).searchParams.get('offset'))
    return offset === 0 ? service.fetch(request) : new Response('', { status: 403, headers: OPEN })
  })
  await renderAt('/block/849250?view=download', origin)
  await shows('A file saved now contains 1,000 of 4,756 records')
  const { name, text } = await download('CSV of all records')
  expect(name).toBe('block-849250-partial-1000-of-4756.csv')
  expect(readCsv(text)).toHaveLength(1000)
})

test('a Markdown table has at most 1,000 rows, as the button says', async () => {
  await renderAt('/block/849250?view=download', await startService())
  await showsAnalysis()
  const user = userEvent.setup()
  const name = 'Copy the first 1,000 as Markdown (all records)'
  await user.click(await screen.findByRole('button', { name }))
  await shows('Copied the first 1,000 of 4,756 rows as a Markdown table')
  const lines = (await navigator.clipboard.readText()).trimEnd().split('\n')
  expect(lines).toHaveLength(2 + 1000)
})

test('a Markdown table formats untrusted text as code', async () => {
  const rune = { id: '1:1', spaced_name: '`<b>` | @all [x](http://x)' }
  const record = { rune, operation: 'mint', amount: '1.50', location: { tx_id: 'aa' } }
  const origin = await listen((request) => respondWith(request, [record]))
  await renderAt('/block/7?view=download', origin)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Copy as Markdown (all records)' }))
  await shows('Copied 1 row as a Markdown table')
  const [, , row] = (await navigator.clipboard.readText()).split('\n')
  expect(row).toBe(
    '| 1 | `mint` | `1:1` | `` `<b>` \\| @all [x](http://x) `` | 1.50 |  |  | `aa` |  |',
  )
})

// biome-ignore lint/suspicious/noExplicitAny: JSON of the API.
async function allRecords(origin: string, path: string): Promise<any[]> {
  const { body } = await getJson(origin, `${path}?limit=1000`)
  const records = body.results
  while (records.length < body.total) {
    const next = await getJson(origin, `${path}?limit=1000&offset=${records.length}`)
    records.push(...next.body.results)
  }
  return records
}

test('all holders of a rune are downloaded, page by page', async () => {
  const service = createTestService()
  const limits: number[] = []
  const origin = await listen((request, env) => {
    const url = new URL(request.url)
    // As a service with small pages does.
    if (Number(url.searchParams.get('limit')) > 60) url.searchParams.set('limit', '60')
    if (url.pathname.endsWith('/holders')) limits.push(Number(url.searchParams.get('limit')))
    return service.fetch(new Request(url, request), env)
  })
  await renderAt('/rune/999999999:20001?view=holders', origin)
  const { name, text } = await download('CSV')
  expect(name).toBe('rune-999999999-20001-holders.csv')
  const rows = readCsv(text)
  const { body } = await getJson(origin, '/runes/v1/etchings/999999999:20001')
  expect(rows.map(({ rank }) => Number(rank))).toEqual(rows.map((_, index) => index + 1))
  expect(new Set(rows.map(({ address }) => address)).size).toBe(rows.length)
  const sum = rows.reduce((sum, { balance = '' }) => sum + BigInt(balance.replace('.', '')), 0n)
  expect(sum).toBe(BigInt(body.supply.current.replace('.', '')))
  expect(limits.length).toBeGreaterThan(5)
})

test('the balances of an address are downloaded for Excel and as NDJSON', async () => {
  const origin = await startService()
  const { body } = await getJson(origin, '/runes/v1/etchings/999999999:10001/holders?limit=1')
  const { address, balance } = body.results[0]
  await renderAt(`/address/${address}?view=balances`, origin)
  const [row] = readExcelCsv((await download('CSV for Excel')).text)
  expect(textOf(row?.balance)).toBe(balance)
  const { name, text } = await download('NDJSON')
  expect(name).toBe(`address-${address}-balances.ndjson`)
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ balance })
})
