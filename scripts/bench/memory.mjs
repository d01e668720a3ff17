import autocannon from 'autocannon'
import { reportMost, rounded } from './statistics.mjs'

const MEGABYTE = 1024 * 1024
const JSON_ANSWER = { accept: 'application/json', 'accept-encoding': 'gzip' }
const PAGE = { accept: 'text/html', 'accept-encoding': 'br' }

/** Reads all over the snapshot as fast as it answers, pages and data, hardly anything twice. */
export async function reportMemory(cairn, seconds) {
  const samples = []
  const watch = setInterval(async () => samples.push((await cairn.usage()).memory / MEGABYTE), 1000)
  const { non2xx, errors } = await autocannon({
    url: cairn.origin,
    connections: 20,
    duration: seconds,
    requests: readers(),
  })
  clearInterval(watch)
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} answers under load failed`)
  reportMost(
    `memory under full load for ${seconds} s, snapshot`,
    Math.round(Math.max(...samples)),
    250,
    ' MB',
  )
  const tenth = Math.ceil(samples.length / 10)
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
  // The first tenths fill what is kept.
  const growth = mean(samples.slice(-tenth)) / mean(samples.slice(3 * tenth, 4 * tenth))
  reportMost('memory at the end of it, × what it was after a third', rounded(growth), 1.1, ' ×')
}

function readers() {
  let asked = 0
  const paths = [
    [
      () => `/runes/v1/blocks/999999999/activity?limit=1000&offset=${(asked * 37) % 20_000}`,
      JSON_ANSWER,
    ],
    [() => `/block/849250?offset=${(asked * 20) % 4_700}`, PAGE],
    [() => `/runes/v1/blocks/840006/activity?offset=${asked % 500}`, JSON_ANSWER],
    [() => `/block/999999999?offset=${(asked * 20) % 20_000}`, PAGE],
  ]
  return paths.map(([pathOf, headers]) => ({
    setupRequest: (request) => {
      asked++
      return { ...request, path: pathOf(), headers }
    },
  }))
}
