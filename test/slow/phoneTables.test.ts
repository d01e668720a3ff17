import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { matchPage, PAGE_PATHS } from '../../src/app/routes.tsx'
import { addressOf } from '../../src/bitcoin/addresses.ts'
import { createClient } from '../../src/contract/client.ts'
import { MINTED_OUT_NAME } from '../../src/demo/demoRunes.ts'
import { mint } from '../../src/demo/demoTransactions.ts'
import { LATECOMER_SCRIPT } from '../../src/demo/latecomer.ts'
import { witnessKeyScript } from '../../src/demo/scripts.ts'
import { startBrowsing } from '../support/browse.ts'
import { TX } from '../support/bundledIds.ts'
import { createLongDigits } from '../support/longDigits.ts'
import { PAGES } from '../support/pages.ts'
import { demoData, followNode } from '../support/servedData.ts'
import { startService } from '../support/startService.ts'

const WIDTHS = [390, 320]

const browse = startBrowsing()

type Measured = {
  /** What lies upon something else, or is cut. */
  faults: string[]
  captions: string[]
  /** The views of the pages that have a tab: "/tx/:id outputs". */
  tabs: string[]
}

/** Opens pages and measures their tables at the widths of phones. Without scripts, a page has all of them sooner. */
async function measureTables(paths: string[], baseURL: string): Promise<Measured> {
  const [faults, captions, tabs] = [new Set<string>(), new Set<string>(), new Set<string>()]
  await browse({ baseURL, javaScriptEnabled: false }, async (page) => {
    for (const path of paths) {
      await page.goto(path)
      await page.evaluate(() => document.fonts.ready)
      for (const width of WIDTHS) {
        const found = await measureAt(page, width)
        for (const fault of found.faults) faults.add(`${path} at ${width} px: ${fault}`)
        for (const caption of found.captions) captions.add(caption)
        for (const href of found.tabs) tabs.add(viewOf(new URL(href, page.url())))
      }
    }
  })
  return { faults: [...faults], captions: [...captions].sort(), tabs: [...tabs] }
}

async function measureAt(page: Page, width: number) {
  await page.setViewportSize({ width, height: 844 })
  return page.evaluate(measure)
}

/** Runs in the page. */
function measure() {
  const faults: string[] = []
  const shown = (selector: string, parent: ParentNode = document) =>
    [...parent.querySelectorAll<HTMLElement>(selector)].filter((it) => it.checkVisibility())
  for (const details of document.querySelectorAll('details')) details.open = true

  // Those of figures are not seen.
  for (const row of shown('main table:not(.sr-only table) tbody tr')) {
    const line = row.getBoundingClientRect()
    const cells = shown('td', row).map((cell) => ({ cell, box: cell.getBoundingClientRect() }))
    for (const [index, { cell, box }] of cells.entries()) {
      const name = `${cell.closest('section')?.ariaLabel}, "${cell.textContent.trim()}"`
      const inside = shown('*:not(.sr-only, [aria-hidden], [tabindex])', cell)
      const isCut = [cell, ...inside].some(
        (it) =>
          getComputedStyle(it).display !== 'inline' &&
          (it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1),
      )
      if (isCut) faults.push(`${name} is cut`)
      if (box.left < line.left - 1 || box.right > Math.min(line.right, innerWidth) + 1) {
        faults.push(`${name} is outside of its row`)
      }
      for (const other of cells.slice(index + 1)) {
        const x = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const y = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        if (x > 1 && y > 1) faults.push(`${name} lies upon "${other.cell.textContent.trim()}"`)
      }
    }
  }
  for (const row of shown('main figure ul > li')) {
    const [box, range] = [row.getBoundingClientRect(), document.createRange()]
    range.selectNodeContents(row)
    const { top, bottom } = range.getBoundingClientRect()
    if (top < box.top - 1 || bottom > box.bottom + 1) {
      faults.push(`"${row.textContent}" is outside of its row of a figure`)
    }
  }
  // In sentences, figures and strips, too, 39 digits take several lines rather than scroll.
  for (const amount of shown('main [data-long]')) {
    for (
      let it: Element | null = amount;
      it !== null && it.tagName !== 'MAIN';
      it = it.parentElement
    ) {
      const { display, overflowX } = getComputedStyle(it)
      if (display !== 'inline' && overflowX !== 'visible' && it.scrollWidth > it.clientWidth + 1) {
        faults.push(`"${amount.textContent}" is cut`)
      }
    }
    const { left, right } = amount.getBoundingClientRect()
    if (left < -1 || right > innerWidth + 1) faults.push(`"${amount.textContent}" is outside`)
  }
  return {
    faults,
    captions: shown('main table:not(.sr-only table)').map(({ ariaLabel, parentElement }) =>
      String(ariaLabel ?? parentElement?.ariaLabel),
    ),
    tabs: shown('main nav a[href*="view="]').map((it) => it.getAttribute('href') ?? ''),
  }
}

function viewOf({ pathname, searchParams }: URL): string {
  return `${matchPage(pathname).path} ${searchParams.get('view')}`
}

/** The views with a tab that none of the paths opens. */
function missingViews(tabs: string[], paths: string[]): string[] {
  const opened = paths.map((path) => viewOf(new URL(path, 'http://localhost')))
  return tabs.filter((tab) => !opened.includes(tab))
}

const BUNDLED = [...PAGES, `/output/${TX}:0`, '/decode']

test('no value of a table of the bundled data is cut or lies upon another', async () => {
  const { faults, captions, tabs } = await measureTables(BUNDLED, await startService())
  expect(faults).toEqual([])
  expect(missingViews(tabs, BUNDLED)).toEqual([])
  expect(captions).toEqual(CAPTIONS)
})

const CAPTIONS = [
  'Balances of the address',
  'Blocks, newest first',
  'Errors',
  'Fields of the response',
  'From which block names of a length can be etched',
  'Holders of the rune, largest balance first',
  'Inputs of the transaction',
  'Keyboard shortcuts',
  'Movements of the address',
  'Movements of the block',
  'Movements of the block, grouped',
  'Movements of the rune',
  'Movements of the transaction',
  'Outputs of the transaction',
  'Parameters',
  'Records of the address',
  'Records of the block',
  'Records of the rune',
  'Records of the transaction',
  'Runes',
  'Runes: Mintable',
  'Runes: Most active',
  'The first tokens',
  'Tokens',
  'Tokens of this name',
  'Tokens of this symbol',
  'Tokens with this name or symbol',
  'Unspent outputs of the address',
  'What differs in the two languages',
  'What each address got and gave',
  'What happened to each rune',
  'What is the same in both languages',
]

test('the pages of the bundled data are all pages', () => {
  const opened = BUNDLED.map((path) => matchPage(new URL(path, 'http://localhost').pathname).path)
  // The last path matches everything else; the parts of the design have no page in a build; /pending needs a node.
  const left = ['*', '/design', '/pending']
  const paths = PAGE_PATHS.filter((path) => !left.includes(path))
  expect(paths.filter((path) => !opened.includes(path))).toEqual([])
})

test('nor of the demo chain', async () => {
  const baseURL = await startService({ data: demoData() })
  const client = createClient({ baseUrl: baseURL })
  const { examples } = await client.get('about', {})
  const { results: highlights } = await client.get('highlights', { limit: 50 })
  const { results: cenotaphs } = await client.get('cenotaphs', { limit: 1 })
  const airdrops = highlights.filter(({ kind }) => kind === 'airdrop').slice(0, 4)
  const mintedOut = await client.get('runeDetails', { rune: MINTED_OUT_NAME })
  const { tx_id, block, rune, address, output } = examples
  const paths = [
    '/',
    '/blocks',
    '/burns',
    '/cenotaphs',
    '/runes',
    ...viewsOf(`/block/${block}`, ['by-address', 'by-rune', 'raw']),
    `/block/${cenotaphs[0]?.place.block_height}?group=on`,
    ...airdrops.map(({ place }) => `/tx/${place.tx_id}?group=on`),
    ...viewsOf(`/tx/${tx_id}`, ['by-address', 'inputs', 'outputs', 'raw', 'runestone']),
    ...viewsOf(`/rune/${rune}`, ['movements', 'holders', 'look-alikes', 'details', 'raw']),
    ...viewsOf(`/rune/${mintedOut.id}`, ['refused']),
    ...viewsOf(`/address/${address}`, ['movements', 'balances', 'outputs', 'raw', 'paid']),
    ...viewsOf(`/address/${addressOf(LATECOMER_SCRIPT, 'regtest')}`, ['movements', 'refused']),
    `/output/${output}`,
  ]
  const { faults, captions, tabs } = await measureTables(paths, baseURL)
  expect(faults).toEqual([])
  expect(missingViews(tabs, paths)).toEqual([])
  expect(captions).toContain('Movements of the transaction, grouped')
})

test('nor of amounts of 39 digits, of edicts and of pending movements', async () => {
  const { node, runes, txId, height, address } = createLongDigits()
  const data = await followNode(node)
  const baseURL = await startService({ data })
  for (const [vout, rune] of runes.entries()) {
    const coin = { txid: '1'.repeat(64), vout, script: witnessKeyScript('receiver') }
    node.addToMempool(mint(coin, rune))
  }
  const paths = [
    '/',
    '/burns',
    '/cenotaphs',
    '/runes',
    ...runes.flatMap((rune) =>
      viewsOf(`/rune/${rune}`, ['movements', 'holders', 'details', 'raw', 'pending']),
    ),
    ...viewsOf(`/tx/${txId}`, ['by-address', 'inputs', 'outputs', 'raw', 'runestone']),
    ...viewsOf(`/block/${height}`, ['by-address', 'by-rune', 'raw']),
    ...viewsOf(`/address/${address}`, ['movements', 'balances', 'outputs', 'pending', 'raw']),
    `/output/${txId}:1`,
  ]
  const { faults, captions, tabs } = await measureTables(paths, baseURL)
  expect(faults).toEqual([])
  expect(missingViews(tabs, paths)).toEqual([])
  expect(captions).toEqual(expect.arrayContaining(['Pending movements', 'The edicts, in order']))
})

function viewsOf(path: string, views: string[]): string[] {
  return [path, ...views.map((view) => `${path}?view=${view}`)]
}

test('the heights of the newest blocks do not touch each other', async () => {
  const origin = await startService({ pages: 'server-rendered' })
  await browse({ baseURL: origin, javaScriptEnabled: false }, async (page) => {
    await page.goto('/')
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 })
      const gaps = await page.evaluate(() => {
        const labels = [...document.querySelectorAll('figure text[data-axis]')]
          .filter((label) => /^84\d,\d{3}$/.test(label.textContent) && label.checkVisibility())
          .map((label) => label.getBoundingClientRect())
        return labels.slice(1).map(({ left }, index) => left - (labels[index]?.right ?? 0))
      })
      expect(gaps.length).toBeGreaterThan(1)
      expect(Math.min(...gaps)).toBeGreaterThan(4)
    }
  })
})
