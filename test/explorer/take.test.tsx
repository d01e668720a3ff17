import { createHash } from 'node:crypto'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOSTILE_RECORD, type HostileRecord } from '../support/hostileRecord.ts'
import { expectHarmless, plain, readCsv, readSpreadsheet } from '../support/readCsv.ts'
import { renderAt, shows, showsWhole } from '../support/renderAt.tsx'
import { createTestService, getJson, listen, startService } from '../support/startService.ts'

const ETCHING = '2bb85f4b004be6da54f766c17c1e855187327112c231ef2ff35ebad0ea67c69e'

// jsdom neither names a blob nor saves one.
const saved: { name: string; blob: Blob }[] = []
let made: Blob | undefined
beforeEach(() => {
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) made = blob
    return 'blob:made'
  }
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLElement) {
    const name = this.getAttribute('download')
    if (name !== null && made !== undefined) saved.push({ name, blob: made })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  saved.length = 0
})

/** Presses the button with this name and gives what is downloaded. */
async function take(button: string) {
  const before = saved.length
  await userEvent.click(await screen.findByRole('button', { name: button }))
  await waitFor(() => expect(saved.length).toBe(before + 1))
  const { name = '', blob } = saved.at(-1) ?? {}
  await shows(`Saved ${name}`)
  return { name, text: await readText(blob) }
}

function readText(blob: Blob | undefined): Promise<string> {
  return new Promise((read) => {
    const reader = new FileReader()
    // FileReader.readAsText would take the mark at the beginning away.
    reader.onload = () => {
      const { result } = reader
      if (result === null || typeof result === 'string') throw new Error('not read as bytes')
      read(new TextDecoder('utf-8', { ignoreBOM: true }).decode(result))
    }
    if (blob !== undefined) reader.readAsArrayBuffer(blob)
  })
}

/** Answers with a part of a list, seven records at a time, whatever is asked. */
function answerWith(request: Request, records: unknown[]): Response {
  const { pathname, searchParams } = new URL(request.url)
  if (!pathname.endsWith('/activity')) return new Response('', { status: 404 })
  const offset = Number(searchParams.get('offset'))
  const results = records.slice(offset, offset + 7)
  return Response.json({ limit: 7, offset, total: records.length, results }, { headers: OPEN })
}

const OPEN = { 'Access-Control-Allow-Origin': '*' }

function expectSame(row: Record<string, string> | undefined, sent: HostileRecord) {
  const exact = [row?.amount, row?.rune_id, row?.tx_id, row?.vout, row?.rune_number].map(plain)
  const { rune, location } = sent
  const numbers = [location.vout, rune.number].map(String)
  expect(exact).toEqual([sent.amount, rune.id, location.tx_id, ...numbers])
  expect(Date.parse(plain(row?.timestamp))).toBe(location.timestamp * 1000)
  const written = [row?.rune_name, row?.rune_spaced_name, row?.operation, row?.address]
  const texts = [rune.name, rune.spaced_name, sent.operation, sent.address]
  const bare = (text: string | undefined) => plain(text).replaceAll("'", '')
  // Nothing but apostrophes was added.
  expect(written.map(bare)).toEqual(texts.map(bare))
}

const READERS = {
  'CSV for programs': readCsv,
  'CSV for spreadsheets': (text: string) => readSpreadsheet(text).rows,
}

test('whatever the records say, either kind of CSV has all of it, and no formula', async () => {
  let records: HostileRecord[] = []
  let height = 1
  const origin = await listen((request) => answerWith(request, records))
  const ledger = fc.array(HOSTILE_RECORD, { minLength: 1, maxLength: 20 })
  const kind = fc.constantFrom('CSV for programs' as const, 'CSV for spreadsheets' as const)
  const property = fc.asyncProperty(ledger, kind, async (sent, kind) => {
    records = sent
    await renderAt(`/block/${height++}?view=take`, origin)
    await showsWhole()
    const rows = READERS[kind]((await take(`${kind} of all records`)).text)
    expect(rows).toHaveLength(sent.length)
    for (const [index, record] of sent.entries()) expectSame(rows[index], record)
    for (const cell of rows.flatMap((row) => Object.values(row))) expectHarmless(cell)
  })
  // Each run is a page of its own: to look for a smaller example would take too long.
  await fc.assert(property.afterEach(cleanup), { numRuns: 10, endOnFailure: true })
})

test('NDJSON has the records as they came, to the last digit', async () => {
  const lines = [
    '{"rune":{"id":"1:1","number":340282366920938463463374607431768211455},"operation":"mint","amount":1.10,"location":{"tx_id":"0xAA","extra":[1e3,-0.0,"\\"\\u2028"]}}',
    '{"no":"record","of":12345678901234567890.000}',
  ]
  const body = `{"limit": 20, "offset": 0, "total": 2, "results": [\n ${lines.join(',\n ')}]}`
  const headers = { ...OPEN, 'Content-Type': 'application/json' }
  const origin = await listen(() => new Response(body, { headers }))
  await renderAt('/block/7?view=take', origin)
  const { name, text } = await take('NDJSON of all records')
  expect(name).toBe('block-7.ndjson')
  expect(text).toBe(`${lines.join('\n')}\n`.replace('\\u2028', '\u2028'))
  const rows = readCsv((await take('CSV for programs of all records')).text)
  expect(rows[0]).toMatchObject({ amount: '1.10', tx_id: 'aa', unreadable: '' })
  expect(rows[1]).toMatchObject({ record: '2', amount: '', unreadable: expect.stringMatching(/./) })
})

test('of a filtered and sorted list what is shown can be taken, and is named so', async () => {
  const origin = await startService()
  await renderAt('/block/840006?view=take&op=send&sort=-amount', origin)
  await showsWhole()
  const { name, text } = await take('CSV for spreadsheets of filtered records')
  expect(name).toBe('block-840006-filtered.csv')
  const { facts, rows } = readSpreadsheet(text)
  expect(facts['# list']).toBe('block 840006')
  expect(facts['# request']).toBe(`${origin}/runes/v1/blocks/840006/activity?offset=0&limit=1000`)
  expect(facts['# filter']).toBe('operations: send; sorted by amount, descending')
  expect(Date.parse(plain(facts['# read']))).toBeGreaterThan(Date.now() - 60_000)
  const sent = (await allRecords(origin, '/runes/v1/blocks/840006/activity'))
    .map((record, index) => ({ ...record, place: String(index + 1) }))
    .filter(({ operation }) => operation === 'send')
  expect(new Set(rows.map(({ record }) => record))).toEqual(new Set(sent.map(({ place }) => place)))
  const amounts = rows.map(({ amount }) => Number(plain(amount)))
  expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
})

test('nets are taken with their sign, as numbers for programs and as text for spreadsheets', async () => {
  await renderAt('/block/840006?view=take', await startService())
  await showsWhole()
  const { name, text } = await take('CSV for programs of net by address')
  expect(name).toBe('block-840006-net-plain.csv')
  const nets = readCsv(text)
  expect(nets.some(({ net = '' }) => /^-[0-9]+(\.[0-9]+)?$/.test(net))).toBe(true)
  const spreadsheet = readSpreadsheet((await take('CSV for spreadsheets of net by address')).text)
  expect(spreadsheet.rows.map(({ net }) => plain(net))).toEqual(nets.map(({ net }) => net))
  const lines = (await take('NDJSON of net by address')).text.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).net ?? '')).toEqual(nets.map(({ net }) => net))
})

test('what is taken before all was read says so', async () => {
  const service = createTestService({ pages: 'made here' })
  const origin = await listen((request) => {
    const offset = Number(new URL(request.url).searchParams.get('offset'))
    return offset === 0 ? service.fetch(request) : new Response('', { status: 403, headers: OPEN })
  })
  await renderAt('/block/849250?view=take', origin)
  await shows('What you take now has 1,000 of 4,756 records')
  const { name, text } = await take('CSV for spreadsheets of all records')
  expect(name).toBe('block-849250-partial-1000-of-4756.csv')
  expect(readSpreadsheet(text).facts['# complete']).toBe('no, 1000 of 4756 records')
  const evidence = await take('Evidence of all records')
  expect(evidence.name).toBe('block-849250-partial-1000-of-4756-evidence.json')
  expect(JSON.parse(evidence.text)).toMatchObject({ total: 4756, read: 1000, complete: false })
})

test('evidence can be checked by anybody', async () => {
  const origin = await startService()
  await renderAt('/block/849250?view=take', origin)
  await showsWhole()
  const evidence = await take('Evidence of all records')
  const { requests, ndjson_sha256, records, ...facts } = JSON.parse(evidence.text)
  expect(facts).toMatchObject({ service: origin, total: 4756, complete: true })
  expect(records).toEqual(await allRecords(origin, '/runes/v1/blocks/849250/activity'))
  const { text } = await take('NDJSON of all records')
  expect(ndjson_sha256).toBe(sha256(text))
  // The lines between the two that the page names, without the commas at their ends.
  const lines = evidence.text.split('\n')
  const [first, last] = [lines.indexOf(' "records": ['), lines.indexOf(' ]')]
  const inside = lines.slice(first + 1, last).map((line) => `${line.replace(/,$/, '')}\n`)
  expect(ndjson_sha256).toBe(sha256(inside.join('')))
  for (const { url, status, sha256: hash } of requests) {
    const response = await fetch(url)
    expect(status).toBe(response.status)
    expect(hash).toBe(sha256(await response.text()))
  }
})

test('rows are copied up to a number that is said before, and requests as commands', async () => {
  const origin = await startService()
  await renderAt('/block/849250?view=take', origin)
  await showsWhole()
  const all = within(await screen.findByRole('region', { name: 'All records' }))
  await waitFor(() => expect(all.getByText(/^Copy/)).toHaveTextContent('the first 1,000'))
  const user = userEvent.setup()
  await user.click(all.getByRole('button', { name: 'TSV of all records' }))
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent(
      'Copied the first 1,000 of 4,756 rows as TSV',
    ),
  )
  const [last, ...rows] = (await navigator.clipboard.readText()).split('\n').reverse()
  expect(last).toBe('')
  expect(rows).toHaveLength(1001)
  expect(new Set(rows.map((row) => row.split('\t').length)).size).toBe(1)
  await user.click(screen.getByRole('button', { name: 'cURL commands of all requests' }))
  await shows('Copied the requests as cURL commands')
  const commands = (await navigator.clipboard.readText()).trimEnd().split('\n')
  expect(commands[0]).toBe(
    `curl -H 'Accept: application/json' '${origin}/runes/v1/blocks/849250/activity?offset=0&limit=1000'`,
  )
  expect(commands).toHaveLength(5)
})

test('a Markdown table shows what strangers wrote as code', async () => {
  const rune = { id: '1:1', spaced_name: '`<b>` | @all [x](http://x)' }
  const record = { rune, operation: 'mint', amount: '1.50', location: { tx_id: 'aa' } }
  const origin = await listen((request) => answerWith(request, [record]))
  await renderAt('/block/7?view=take', origin)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Markdown of all records' }))
  await shows('Copied 1 rows as a Markdown table')
  const [, , row] = (await navigator.clipboard.readText()).split('\n')
  expect(row).toBe(
    '| 1 | `mint` | `1:1` | `` `<b>` \\| @all [x](http://x) `` | 1.50 |  |  | `aa` |  |',
  )
})

test('where a browser makes no hashes, the page and the evidence say so', async () => {
  vi.stubGlobal('crypto', {})
  await renderAt(`/tx/${ETCHING}?view=take`, await startService())
  await shows('Here the hashes cannot be made')
  const { name, text } = await take('Evidence of all records')
  expect(name).toBe(`transaction-${ETCHING}-evidence.json`)
  const evidence = JSON.parse(text)
  expect(evidence.hashes).toContain('could not be made')
  expect(evidence.requests[0]).not.toHaveProperty('sha256')
  vi.unstubAllGlobals()
})

// biome-ignore lint/suspicious/noExplicitAny: what came over the wire.
async function allRecords(origin: string, path: string): Promise<any[]> {
  const { body } = await getJson(origin, `${path}?limit=1000`)
  const records = body.results
  while (records.length < body.total) {
    const next = await getJson(origin, `${path}?limit=1000&offset=${records.length}`)
    records.push(...next.body.results)
  }
  return records
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
