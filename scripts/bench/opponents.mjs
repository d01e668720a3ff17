// The pages that ours is measured against: the same rows with the same links, each served as well as a
// page can be, by bare node:http, from memory, compressed beforehand.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'

const read = (name) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')

/**
 * Serves `/handwritten` (a script of its own fetches and draws the rows, as a policy without inline
 * scripts demands), `/plain` (the rows in the HTML) and the data at `dataPath`, whose `answer` is given; all with the same `headers`.
 */
export async function startOpponents(dataPath, answer, headers = {}) {
  const page = read('handwritten.html')
  const script = read('handwritten.js')
  const SCRIPT = '<script src="/handwritten.js"></script>'
  const files = {
    '/handwritten': ['text/html; charset=utf-8', page],
    '/handwritten.js': ['text/javascript; charset=utf-8', script],
    '/plain': ['text/html; charset=utf-8', drawPlain(page.replace(SCRIPT, ''), JSON.parse(answer))],
    [dataPath]: ['application/json; charset=utf-8', answer],
  }
  const answers = new Map(
    Object.entries(files).map(([path, [type, text]]) => [
      path,
      { type, body: brotliCompressSync(text) },
    ]),
  )
  const server = createServer((request, response) => {
    const found = answers.get(request.url)
    if (found === undefined) return response.writeHead(404).end()
    const { type, body } = found
    response.writeHead(200, {
      ...headers,
      'Content-Type': type,
      'Content-Encoding': 'br',
      'Content-Length': body.byteLength,
    })
    response.end(body)
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  return { origin: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() }
}

function drawPlain(page, { total, results }) {
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

function cell(content, className = '') {
  return `<td class="${className}">${content ?? '—'}</td>`
}

function link(href, text) {
  return `<a href="${href}" title="${text}">${short(text)}</a>`
}

function short(text) {
  return text.length > 20 ? `${text.slice(0, 8)}…${text.slice(-8)}` : text
}
