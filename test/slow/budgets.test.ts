import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addressOf } from '../../src/bitcoin/addresses.ts'
import { createClient } from '../../src/contract/client.ts'
import { MINTED_OUT_NAME } from '../../src/demo/demoRunes.ts'
import { mint } from '../../src/demo/demoTransactions.ts'
import { LATECOMER_SCRIPT } from '../../src/demo/latecomer.ts'
import { witnessKeyScript } from '../../src/demo/scripts.ts'
import { FAILED_RESPONSE, open, startBrowsing } from '../support/browse.ts'
import { createLongDigits } from '../support/longDigits.ts'
import { FAILURES, PAGES } from '../support/pages.ts'
import { demoData, followNode } from '../support/servedData.ts'
import { startService } from '../support/startService.ts'

const WIDTHS = [320, 390, 768, 1024, 1280, 2560]

const browse = startBrowsing(FAILED_RESPONSE)

/** What exceeds a budget of the page at a width. */
async function findExcesses(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
  await page.evaluate(() => scrollTo(0, 0))
  const { pathname } = new URL(page.url())
  const isText = /^\/(token\/|settings|api|names|about|search$)/.test(pathname)
  const found = await page.evaluate(measure, isText ? FACTS : ROWS)
  const limit = width === 390 ? 500 : width === 1280 ? 480 : Number.POSITIVE_INFINITY
  return [
    ...(found.top > limit ? [`the first row begins at ${Math.round(found.top)} px`] : []),
    ...(width >= 1280 && found.stops > 15 ? [`${found.stops} tab stops to the first row`] : []),
    ...(found.header === 56 ? [] : [`the header is ${found.header} px high`]),
    ...(found.overflow > 0 ? [`the page is ${found.overflow} px too wide`] : []),
    ...found.cut
      .filter((table) => width === 1280 || (width === 768 && !SCROLLS_ON_TABLETS.includes(table)))
      .map((table) => `columns are out of view: ${table}`),
    ...found.broken.map((text) => `a number is broken: ${text}`),
    ...found.hidden.map((text) => `wider than its cell: ${text}`),
    ...found.empty.map((heading) => `an empty column: ${heading}`),
    ...found.misplaced.map((text) => `above the title: ${text}`),
    ...found.solid.map((text) => `the type of a pending movement is not dashed: ${text}`),
    ...found.notices.map((text) => `a long notice: ${text}`),
  ].map((excess) => `${page.url()} at ${width} px: ${excess}`)
}

/** Their largest amounts take more room than a tablet has. They fade at their edge. */
const SCROLLS_ON_TABLETS = ['Movements of the block, grouped', 'Records of the block']

/** A figure is a fact too, and so is a sentence above some facts. The tables of figures are for assistive technology. */
const ROWS = 'figure, section:has(> dl) > p, tbody tr:not(.sr-only *), ol li'
/** Pages of text and facts may have tables further down. */
const FACTS = 'dd, fieldset, ul li, p'

/** Runs in the page. `selector`: what it is about. */
function measure(selector: string) {
  const main = document.querySelector('main') ?? document.body
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const shown = (selector: string) => [...main.querySelectorAll(selector)].filter(isShown)

  // The first row of the page's list, or the first fact: for keys in the order of the document, for eyes the highest
  // one, because phones have columns in another order.
  const rows = shown(selector)
  const [first] = [...rows, ...shown('dd')]
  const topOf = (element: Element | undefined) => element?.getBoundingClientRect().top ?? 0
  const [highest = first] = rows.toSorted((one, two) => topOf(one) - topOf(two))
  const flow = shown('figure[aria-label="Who gave how much to whom"]')[0]
  const flowHeight = flow?.getBoundingClientRect().height ?? 0
  const isAfterFlow = flow !== undefined && highest !== undefined && !flow.contains(highest)
  const top = topOf(highest) - (isAfterFlow ? flowHeight : 0)

  const stops = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, summary, [tabindex="0"]'),
  ].filter((it) => it.tabIndex >= 0 && it.checkVisibility())
  const target = stops.findIndex(
    (it) =>
      first !== undefined &&
      (first.contains(it) ||
        it.contains(first) ||
        Boolean(it.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_PRECEDING)),
  )
  // A skip link counts as a way: its own place, and what is left from where it leads.
  const ways = stops.slice(0, 3).flatMap((link, index) => {
    const goal = document.querySelector(link.getAttribute('href')?.match(/^#.+/)?.[0] ?? 'nothing')
    if (goal === null) return []
    const left = stops.findIndex(
      (it) =>
        it === goal || Boolean(goal.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING),
    )
    return [index + 1 + Math.max(0, target - left + 1)]
  })
  const numberOfStops = target < 0 ? 0 : Math.min(target + 1, ...ways)

  const broken: string[] = []
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    const parent = node.parentElement
    if (parent === null || parent.closest('code, pre, svg, .font-mono, .sr-only')) continue
    for (const { 0: digits, index } of (node.textContent ?? '').matchAll(/\d[\d,.]*\d/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + digits.length)
      const lines = new Set([...range.getClientRects()].map((rect) => Math.round(rect.top)))
      if (lines.size > 1) broken.push(digits)
    }
  }
  // Only numbers that are longer than any line break between their groups.
  for (const number of shown('[data-value]:not([data-long])')) {
    if (getComputedStyle(number).whiteSpace !== 'nowrap') continue
    const lines = new Set([...number.getClientRects()].map((rect) => Math.round(rect.top)))
    if (lines.size > 1) broken.push(number.textContent)
  }

  const empty: string[] = []
  for (const table of shown('table')) {
    const rows = [...table.querySelectorAll('tbody tr')]
    for (const [column, heading] of [...table.querySelectorAll('thead th')].entries()) {
      const cells = rows.flatMap((row) => row.children[column] ?? [])
      const isEmpty = (cell: Element) =>
        cell.textContent.trim() === '' && cell.querySelector('svg, img') === null
      if (cells.length > 0 && cells.every(isEmpty)) empty.push(heading.textContent)
    }
  }

  const cut = shown('section:has(> table)')
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map((section) => section.ariaLabel ?? '')

  // A strip that is cut at its edges says nothing of a word that runs into the next cell.
  const isOutside = (cell: Element, node: Node) => {
    const { left, right } = cell.getBoundingClientRect()
    const range = document.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()].some(
      (rect) => rect.width > 0 && (rect.right > right + 0.5 || rect.left < left - 0.5),
    )
  }
  const isSeen = ({ parentElement: parent }: Node) => {
    for (let it = parent; it !== null && it.tagName !== 'DL'; it = it.parentElement) {
      // What only assistive technology reads is a pixel wide.
      if (getComputedStyle(it).position === 'absolute' && it.clientWidth <= 1) return false
    }
    return parent?.checkVisibility() === true
  }
  const hidden = shown('dl.panel > div').flatMap((cell) => {
    const words: (string | null)[] = []
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode: node } = texts
      if (isSeen(node) && isOutside(cell, node)) words.push(node.textContent)
    }
    return words
  })

  const [title] = shown('h1')
  const misplaced = shown('[data-meta]')
    .filter((meta) => topOf(meta) < topOf(title))
    .map(({ textContent }) => textContent)

  const solid = shown('section[aria-label="Pending movements"] td span:has(> svg)')
    .filter(({ textContent }) => /^(Transfer|Mint|Burn)$/.test(textContent))
    .filter((badge) => getComputedStyle(badge).borderStyle !== 'dashed')
    .map(({ textContent }) => textContent)

  const notices = shown('p[role="status"], [role="alert"] h2, p.bg-warn-soft')
    .map(({ textContent }) => textContent.trim())
    .filter((text) => text.split(/\s+/).length > 12)

  return {
    top,
    stops: numberOfStops,
    header: document.querySelector('header')?.getBoundingClientRect().height,
    overflow: document.documentElement.scrollWidth - innerWidth,
    cut,
    broken,
    hidden,
    empty,
    misplaced,
    solid,
    notices,
  }
}

async function expectWithinBudgets(paths: string[], baseURL?: string): Promise<void> {
  expect(await excessesOf(paths, baseURL)).toEqual([])
}

async function excessesOf(paths: string[], baseURL?: string): Promise<string[]> {
  const excesses: string[] = []
  await browse(baseURL === undefined ? {} : { baseURL }, async (page) => {
    for (const path of paths) {
      await open(page, path)
      for (const width of WIDTHS) excesses.push(...(await findExcesses(page, width)))
    }
  })
  return excesses
}

test('every page and view is within the budgets', async () => {
  // Beside other sections, the table of this rune has the widest amounts.
  const excesses = await excessesOf([...PAGES, '/rune/840004:6'])
  // Headings with the end of the index, times instead of ages, and large amounts are wider than a tablet.
  const isCutOnTablet = (excess: string) => /at 768 px: columns are out of view/.test(excess)
  expect(excesses.filter((excess) => !isCutOnTablet(excess))).toEqual([])
})

test('so is every page that says what failed', async () => {
  await expectWithinBudgets(FAILURES)
})

test('so are the pages of the demo chain', async () => {
  const baseURL = await startService({ data: demoData() })
  const client = createClient({ baseUrl: baseURL })
  const { examples } = await client.get('about', {})
  const { results: blocks } = await client.get('blocks', { limit: 300 })
  const largest = blocks.sort((a, b) => b.movements - a.movements)[0]?.block_height
  const { results: runes } = await client.get('runes', { order_by: 'holders', limit: 1 })
  const [rune] = runes
  const mintedOut = await client.get('runeDetails', { rune: MINTED_OUT_NAME })
  const latecomer = addressOf(LATECOMER_SCRIPT, 'regtest')
  const paths = [
    '/',
    '/blocks',
    '/burns',
    '/burns?row=first',
    '/cenotaphs',
    '/runes',
    ...['', '?view=by-address', '?view=by-rune', '?view=raw'].map(
      (view) => `/block/${largest}${view}`,
    ),
    ...['', '?view=by-address', '?view=inputs', '?view=outputs'].map(
      (view) => `/tx/${examples.tx_id}${view}`,
    ),
    ...['', '?view=movements', '?view=holders', '?view=look-alikes', '?view=details'].map(
      (view) => `/rune/${rune?.id}${view}`,
    ),
    ...['', '?view=refused'].map((view) => `/rune/${mintedOut.id}${view}`),
    ...['', '?view=movements', '?view=outputs', '?view=balances'].map(
      (view) => `/address/${examples.address}${view}`,
    ),
    `/address/${latecomer}?view=refused`,
    `/output/${examples.output}`,
  ]
  await expectWithinBudgets(paths, baseURL)
})

const RECEIVER = witnessKeyScript('receiver')

test('so are amounts of 39 digits and of 38 decimals', async () => {
  const { node, runes, txId, height, address } = createLongDigits()
  const data = await followNode(node)
  const baseURL = await startService({ data })
  const client = createClient({ baseUrl: baseURL })
  const { total } = await client.get('runes', {})
  expect(total).toBe(2)
  const pending = node.addToMempool(
    mint({ txid: '1'.repeat(64), vout: 0, script: RECEIVER }, runes[0] ?? ''),
  )
  const paths = [
    '/',
    '/burns',
    '/cenotaphs',
    '/runes',
    ...runes.flatMap((rune) =>
      ['', '?row=first', '?view=holders', '?view=details', '?view=raw'].map(
        (view) => `/rune/${rune}${view}`,
      ),
    ),
    ...[
      '',
      '?row=first',
      '?view=by-address',
      '?view=inputs',
      '?view=outputs',
      '?view=raw',
      '?view=runestone',
    ].map((view) => `/tx/${txId}${view}`),
    ...['', '?view=by-address', '?view=by-rune', '?view=raw'].map(
      (view) => `/block/${height}${view}`,
    ),
    ...['', '?view=movements', '?view=balances', '?view=outputs'].map(
      (view) => `/address/${address}${view}`,
    ),
    `/output/${txId}:1`,
    '/search?q=longest',
    '/pending',
    `/tx/${pending}`,
  ]
  const excesses = await excessesOf(paths, baseURL)
  // The sentence of the transaction has two such amounts, each on a line of its own.
  const isBelowSentence = (excess: string) => /\/tx\/.*: the first row begins/.test(excess)
  // A row may have several such amounts.
  const isCut = (excess: string) => /: columns are out of view/.test(excess)
  expect(excesses.filter((it) => !isBelowSentence(it) && !isCut(it))).toEqual([])
})
