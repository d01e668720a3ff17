// The comparison pages: the same rows and links, served by bare node:http from memory, compressed in
// advance.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { listen } from '../listen.ts'

/** The part of a page of activity that the comparison pages show. */
type Activity = {
  total: number
  results: {
    operation: string
    rune: { id: string; number: number; spaced_name: string }
    amount?: string
    address?: string
    receiver_address?: string
    location: { tx_id: string; vout?: number }
  }[]
}

const read = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')

/**
 * Serves `/handwritten` (its own script fetches and shows the rows, because the policy forbids inline
 * scripts), `/plain` (the rows are in the HTML) and `data` at `dataPath`, all with the same `headers`.
 */
export async function startComparisonPages(
  dataPath: string,
  data: string,
  headers: Record<string, string>,
): Promise<{ origin: string; stop: () => void }> {
  const page = read('handwritten.html')
  const script = read('handwritten.js')
  const activity: Activity = JSON.parse(data)
  const plain = drawPlain(page.replace('<script src="/handwritten.js"></script>', ''), activity)
  const responses = new Map([
    ['/handwritten', { type: 'text/html', body: brotliCompressSync(page) }],
    ['/handwritten.js', { type: 'text/javascript', body: brotliCompressSync(script) }],
    ['/plain', { type: 'text/html', body: brotliCompressSync(plain) }],
    [dataPath, { type: 'application/json', body: brotliCompressSync(data) }],
  ])
  const server = createServer((request, response) => {
    const found = responses.get(request.url ?? '')
    if (found === undefined) return response.writeHead(404).end()
    const { type, body } = found
    response.writeHead(200, {
      ...headers,
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Encoding': 'br',
      'Content-Length': body.byteLength,
    })
    response.end(body)
  })
  return { origin: `http://127.0.0.1:${await listen(server)}`, stop: () => server.close() }
}

function drawPlain(page: string, { total, results }: Activity): string {
  const rows = results.map(({ operation, rune, amount, address, receiver_address, location }) => {
    const [from, to] = operation === 'receive' ? [undefined, address] : [address, receiver_address]
    const txId = location.tx_id.slice(2)
    const etched = link(`/block/${rune.id.split(':')[0]}`, rune.id)
    return [
      cell(operation),
      cell(`${rune.spaced_name} #${rune.number} · ${etched}`),
      cell(amount, 'amount'),
      cell(from && `<span title="${from}">${short(from)}</span>`, 'hash'),
      cell(to && `<span title="${to}">${short(to)}</span>`, 'hash'),
      cell(location.vout),
      cell(link(`/tx/${txId}`, txId), 'hash'),
    ].join('')
  })
  return page
    .replace('Loading …', `${total} records`)
    .replace('<tbody id="rows">', `<tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}`)
}

function cell(content: string | number | undefined, className = ''): string {
  return `<td class="${className}">${content ?? '—'}</td>`
}

function link(href: string, text: string): string {
  return `<a href="${href}" title="${text}">${short(text)}</a>`
}

function short(text: string): string {
  return text.length > 20 ? `${text.slice(0, 8)}…${text.slice(-8)}` : text
}
