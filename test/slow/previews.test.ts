// The pictures to share.
import { expect, test } from 'vitest'
import { BLOCK, LONGCOIN, RUNE, TX } from '../support/bundledIds.ts'
import { getPage, startPages } from '../support/getPage.ts'
import { countColours, readPng } from '../support/readPng.ts'
import { demoData } from '../support/servedData.ts'
import { getJson } from '../support/startService.ts'

test('link previews are pictures of the pages that exist, and every page names its own', async () => {
  const origin = await startPages()
  for (const path of ['/', `/block/${BLOCK}`, `/tx/${TX}`, `/rune/${RUNE}`, `/token/${LONGCOIN}`]) {
    const { meta } = await getPage(origin, path)
    const response = await fetch(meta('og:image') ?? '')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([path, response.status, response.headers.get('Content-Type')]).toEqual([
      path,
      200,
      'image/png',
    ])
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
    // The width and height in a PNG.
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
    const known = { headers: { 'If-None-Match': response.headers.get('ETag') ?? '' } }
    expect((await fetch(meta('og:image') ?? '', known)).status).toBe(304)
  }
  for (const [path, status] of [
    ['/previews/search.png?q=anything', 404],
    ['/previews/rune/NOSUCHRUNE.png', 404],
    ['/previews/block/latest.png', 400],
    ['/previews/nowhere.png', 404],
  ] as const) {
    expect([path, (await fetch(origin + path)).status]).toEqual([path, status])
  }
  expect((await getPage(origin, '/search?q=dog')).meta('og:image')).toBeUndefined()
  for (const [asked, canonical] of [
    ['rune/lambolifestyle.png', `rune/${RUNE}.png`],
    ['rune/lambolifestyle.png?theme=dark', `rune/${RUNE}.png?theme=dark`],
    ['rune/lambolifestyle.png?theme=light&other=1', `rune/${RUNE}.png?theme=light`],
  ] as const) {
    const { response } = await getPage(origin, `/previews/${asked}`)
    expect(response.headers.get('Location')).toBe(`/previews/${canonical}`)
  }
  const [dark, byName] = await Promise.all(
    [RUNE, 'lambolifestyle'].map((rune) => fetch(`${origin}/previews/rune/${rune}.png?theme=dark`)),
  )
  expect(await byName?.text()).toBe(await dark?.text())
})

test('the picture of a block has areas like its movements, in the colours of either theme', async () => {
  const origin = await startPages()
  const { body } = await getJson(`${origin}/explorer/v1/blocks/840006`)
  const { transfers, mints } = body.counts
  for (const [theme, ground, transfer, mint] of [
    ['light', '#fafaf7', '#5f8ad3', '#2e9a7b'],
    ['dark', '#10110f', '#5c8bd0', '#43b693'],
  ] as const) {
    const response = await fetch(`${origin}/previews/block/840006.png?theme=${theme}`)
    const colours = countColours(readPng(Buffer.from(await response.arrayBuffer())))
    const [most] = [...colours].sort(([, one], [, other]) => other - one)[0] ?? []
    expect(most).toBe(ground)
    const areas = [transfer, mint].map((colour) => colours.get(colour) ?? 0)
    const [ofTransfers = 0, ofMints = 0] = areas
    // Gaps, labels and rounded corners take some pixels of each.
    expect(ofMints / ofTransfers / (mints / transfers)).toBeGreaterThan(0.8)
    expect(ofMints / ofTransfers / (mints / transfers)).toBeLessThan(1.25)
  }
})

test('the pictures of a rune, a transaction and an address draw what their pages draw', async () => {
  const origin = await startPages({ data: await demoData() })
  const get = async (path: string) => (await getJson(`${origin}/explorer/v1/${path}`)).body
  const [rune] = (await get('runes?order_by=holders&limit=1')).results
  const [holder] = (await get(`runes/${rune.id}/holders?limit=1`)).results
  const { results } = await get(`runes/${rune.id}/movements?type=transfer&limit=50`)
  const txIds = [...new Set<string>(results.map(({ place }: Movement) => place.tx_id))]
  const transactions = await Promise.all(txIds.map((txId) => get(`transactions/${txId}`)))
  const gift = transactions.find(({ flow, runes }) => flow.length > 1 && runes.length === 1)
  for (const [path, colour] of [
    // The line of holders, ribbons, bars of shares.
    [`rune/${rune.id}`, '#191a17'],
    [`tx/${gift.place.tx_id}`, '#5f8ad3'],
    [`address/${holder.address}`, '#455e0f'],
  ] as const) {
    const response = await fetch(`${origin}/previews/${path}.png`)
    const picture = readPng(Buffer.from(await response.arrayBuffer()))
    const drawn = countColours(picture, FIGURE_ROWS).get(colour) ?? 0
    expect([path, drawn > 300]).toEqual([path, true])
  }
})

test('a picture says whether its chain is a demo', async () => {
  const demo = await startPages({ data: await demoData() })
  const bundled = await startPages()
  const violetOf = async (origin: string, path: string) => {
    const response = await fetch(`${origin}/previews/${path}.png`)
    const picture = readPng(Buffer.from(await response.arrayBuffer()))
    return countColours(picture, FOOT_ROWS).get('#9a76cb') ?? 0
  }
  for (const path of ['home', 'token/ST000000000000000000002AMW42H.cairn-sample-localized']) {
    expect([path, (await violetOf(demo, path)) > 100]).toEqual([path, true])
    expect([path, await violetOf(bundled, path)]).toEqual([path, 0])
  }
})

test('the pictures of home and of compared runes draw their blocks and lines', async () => {
  const origin = await startPages({ data: await demoData() })
  const { body } = await getJson(`${origin}/explorer/v1/runes?order_by=movements&limit=2`)
  const ids = body.results.map(({ id }: { id: string }) => id)
  for (const [path, colour] of [
    ['home.png', '#5f8ad3'],
    // The dashes of the second line.
    [`compare.png?r=${ids.join(',')}`, '#6b8a24'],
  ] as const) {
    const response = await fetch(`${origin}/previews/${path}`)
    const picture = readPng(Buffer.from(await response.arrayBuffer()))
    const drawn = countColours(picture, FIGURE_ROWS).get(colour) ?? 0
    expect([path, drawn > 300]).toEqual([path, true])
  }
})

test('the picture of a token does not say what its creator wrote', async () => {
  const origin = await startPages()
  const response = await fetch(`${origin}/previews/token/${LONGCOIN}.png`)
  const picture = readPng(Buffer.from(await response.arrayBuffer()))
  // A description would be below the title.
  const muted = countColours(picture, [100, 180]).get('#5c5f57') ?? 0
  expect(muted).toBe(0)
})

test('the picture of a rune warns if the name of another one differs by one letter', async () => {
  const origin = await startPages({ data: await demoData() })
  const warnings = await Promise.all(
    ['GOLDENRETRIEVER', 'TREASURYOFCAIRN'].map(async (name) => {
      const { id } = (await getJson(`${origin}/explorer/v1/runes/${name}`)).body
      const response = await fetch(`${origin}/previews/rune/${id}.png`)
      const picture = readPng(Buffer.from(await response.arrayBuffer()))
      return countColours(picture).get('#7a4b00') ?? 0
    }),
  )
  expect(warnings[0]).toBeGreaterThan(300)
  expect(warnings[1]).toBe(0)
})

test('the picture of a cenotaph says so in the colour of burns', async () => {
  const origin = await startPages({ data: await demoData() })
  const { results } = (await getJson(`${origin}/explorer/v1/cenotaphs?limit=1`)).body
  const { results: transfers } = (
    await getJson(`${origin}/explorer/v1/runes/GOLDENRETRIEVER/movements?type=transfer&limit=1`)
  ).body
  for (const [theme, colour] of [
    ['light', '#a2252d'],
    ['dark', '#f69c9b'],
  ] as const) {
    const counts = await Promise.all(
      [results[0], transfers[0]].map(async ({ place }: Movement) => {
        const response = await fetch(`${origin}/previews/tx/${place.tx_id}.png?theme=${theme}`)
        const picture = readPng(Buffer.from(await response.arrayBuffer()))
        return countColours(picture).get(colour) ?? 0
      }),
    )
    expect([theme, (counts[0] ?? 0) > 300, counts[1]]).toEqual([theme, true, 0])
  }
})

test('the picture of a rune with too short a history to draw has its figures', async () => {
  const origin = await startPages({ data: await demoData() })
  const { id } = (await getJson(`${origin}/explorer/v1/runes/LUCKYVELVETCOMET`)).body
  expect((await getJson(`${origin}/explorer/v1/runes/${id}/history`)).body.results).toHaveLength(2)
  const response = await fetch(`${origin}/previews/rune/${id}.png`)
  const picture = readPng(Buffer.from(await response.arrayBuffer()))
  expect(countColours(picture, FIGURE_ROWS).get('#191a17')).toBeGreaterThan(300)
})

type Movement = { place: { tx_id: string } }

/** The foot of a picture. */
const FOOT_ROWS: [number, number] = [540, 600]
/** Below the texts of a picture and above its foot. */
const FIGURE_ROWS: [number, number] = [260, 520]
