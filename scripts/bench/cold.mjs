import { fork } from 'node:child_process'
import { hashOf, LARGE_BLOCK, LARGE_BLOCK_RECORDS } from './fill.mjs'
import { median, reportLeast, reportMost, rounded } from './statistics.mjs'

const ROUNDS = 100
const HASH = hashOf('block', LARGE_BLOCK)
const LAST = LARGE_BLOCK_RECORDS - 20
const page = (block, offset) => `/runes/v1/blocks/${block}/activity?offset=${offset}`

// No page is asked for twice, so each is read from the database.
const OURS = {
  'first pages': (round) => page(LARGE_BLOCK, round),
  'last pages': (round) => page(LARGE_BLOCK, LAST - round),
  'first pages, by hash': (round) => page(HASH, round),
  'last pages, by hash': (round) => page(HASH, LAST - round),
}
const WINDOWED = {
  'last pages, windowed': (round) => `/?height=${LARGE_BLOCK}&offset=${LAST - round}`,
  'last pages, windowed, by hash': (round) => `/?hash=${HASH}&offset=${LAST - round}`,
}

/** Pages of a block of 20,000 records from the database at `url`, which `origin` serves. */
export async function reportCold(engine, url, origin) {
  const windowed = await startWindowed(url)
  const addresses = [
    ...Object.entries(OURS).map(([name, pathOf]) => [name, (round) => origin + pathOf(round)]),
    ...Object.entries(WINDOWED).map(([name, pathOf]) => [
      name,
      (round) => windowed.origin + pathOf(round),
    ]),
  ]
  const took = await measure(addresses)
  windowed.stop()
  for (const [hash, first] of [
    ['', took['first pages']],
    [', by hash', took['first pages, by hash']],
  ]) {
    const last = took[`last pages${hash}`]
    const other = took[`last pages, windowed${hash}`]
    const name = `${engine}: last page of 20,000 records${hash}`
    reportMost(
      `${name}, against the first`,
      rounded(last / first),
      1.5,
      ' ×',
      `${rounded(last)} ms`,
    )
    reportLeast(
      `${name}, cheaper than by a window`,
      rounded(other / last),
      20,
      ' ×',
      `${rounded(other)} ms`,
    )
  }
}

/** Medians in milliseconds of interleaved rounds; in the first the block is counted. */
async function measure(addresses) {
  const times = Object.fromEntries(addresses.map(([name]) => [name, []]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, addressOf] of addresses) {
      const began = performance.now()
      const response = await fetch(addressOf(round))
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${addressOf(round)} answered ${response.status}`)
      if (round > 0) times[name].push(performance.now() - began)
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]))
}

async function startWindowed(url) {
  const child = fork(new URL('./windowed.mjs', import.meta.url), [url])
  const origin = await new Promise((listening) => child.once('message', listening))
  return { origin, stop: () => child.kill() }
}
