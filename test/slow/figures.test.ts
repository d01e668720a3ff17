// Figures tell the truth: what each says of its values, and where it draws them, is what the model knows.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { FAILED_RESPONSE, open, startBrowsing } from '../support/browse.ts'
import { createDraftedChain } from '../support/draftedChain.ts'
import { compareFigure } from '../support/figures/compareFigure.ts'
import { type FigureVisit, figureVisits, homeVisit } from '../support/figures/figureVisits.ts'
import { measureFigure } from '../support/figures/measureFigure.ts'
import { FIGURES, linkOf, type ModelFigure } from '../support/figures/modelFigure.ts'
import {
  explore,
  leaveFigure,
  type Reading,
  readInOrder,
  tabToFigure,
} from '../support/figures/readByKeyboard.ts'
import {
  compareSmall,
  readSmall,
  SMALL_DRAWINGS,
  type SmallDrawing,
} from '../support/figures/smallDrawings.ts'
import { Answers } from '../support/model/answers.ts'
import { Foresight } from '../support/model/foresight.ts'
import type { Ledger } from '../support/model/ledger.ts'
import { modelOf, modelOfBundled, modelOfDemo } from '../support/model/models.ts'
import { PAGES } from '../support/pages.ts'
import { bundledData, demoData, followNode, type ServedData } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'

// Pages ask for unconfirmed transactions too, which nobody sees here.
const browse = startBrowsing(FAILED_RESPONSE)

test('the figures of the bundled blocks say and draw what the model knows', async () => {
  await expectFigures('bundled', bundledData(), modelOfBundled())
})

test('the figures of the demo chain say and draw what the model knows', async () => {
  const read = await expectFigures('demo', demoData(), modelOfDemo())
  expect([...read.keys()].sort()).toEqual(Object.keys({ ...FIGURES, ...SMALL_DRAWINGS }).sort())
})

test('what is pending is drawn to scale beside the newest blocks', async () => {
  const { node, transactions } = createDraftedChain()
  const origin = await startService({ data: await followNode(node), pages: 'server-rendered' })
  for (const transaction of transactions) node.addToMempool(transaction)
  const foresight = new Foresight(node, transactions)
  const pending = transactions.flatMap((one) => foresight.foresee(one).results).length
  expect(pending).toBeGreaterThan(0)
  await expect.poll(() => totalPending(origin)).toBe(pending)
  await expectVisits('live', origin, [homeVisit(new Answers(modelOf(node)), pending)])
})

async function totalPending(origin: string): Promise<unknown> {
  return (await getJson(`${origin}/explorer/v1/pending`)).body.total
}

test('no page has a figure that these tests do not know', async () => {
  await browse({}, async (page) => {
    for (const path of PAGES) {
      await open(page, path)
      const small = (await readSmall(page)).map(({ kind }) => kind)
      const kinds = [...(await page.evaluate(kindsShown, FIGURES)), ...small]
      expect(
        kinds.filter((kind) => kind.startsWith('unknown')),
        path,
      ).toEqual([])
    }
  })
})

test('what is pressed in a figure gets no outline, which would be as large as the figure', async () => {
  await browse({}, async (page) => {
    await open(page, '/block/840007')
    const control = page.locator('[role="slider"]:visible')
    const { x = 0, y = 0, width = 0, height = 0 } = (await control.boundingBox()) ?? {}
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    const pressed = await page.evaluate(() => {
      const { activeElement } = document
      return (
        activeElement && [activeElement.localName, getComputedStyle(activeElement).outlineStyle]
      )
    })
    expect(pressed).toEqual(['a', 'none'])
  })
})

/** Reads and measures figures. Returns how many values of each kind, and prints them. */
async function expectFigures(name: string, data: ServedData, ledger: Ledger) {
  const origin = await startService({ data, pages: 'server-rendered' })
  return expectVisits(name, origin, figureVisits(ledger))
}

async function expectVisits(name: string, origin: string, visits: FigureVisit[]) {
  const values = new Map<string, number>()
  const problems: string[] = []
  await browse({ baseURL: origin }, async (page) => {
    for (const visit of visits) {
      const small = await openPage(page, visit)
      for (const { kind, lengths } of small) count(kind, lengths.length)
      problems.push(...compareSmall(small, visit.drawings).map((text) => `${visit.path}: ${text}`))
      for (const { figure, readings, found } of await readPage(page, visit)) {
        if (!values.has(figure.kind)) await openByEnter(page, visit, figure)
        count(figure.kind, readings.length)
        problems.push(...found.map((text) => `${visit.path}, ${figure.kind}: ${text}`))
      }
    }
  })
  console.log(name, Object.fromEntries(values))
  expect(problems.join('\n')).toBe('')
  return values

  function count(kind: string, read: number) {
    values.set(kind, (values.get(kind) ?? 0) + read)
  }
}

/** All figures that a page has must be known. */
async function openPage(page: Page, { path, figures }: FigureVisit): Promise<SmallDrawing[]> {
  await open(page, path)
  const kinds = await page.evaluate(kindsShown, FIGURES)
  expect(kinds, path).toEqual(figures.map(({ kind }) => kind))
  return readSmall(page)
}

/** Runs in the page. */
function kindsShown(selectors: Record<string, string>): string[] {
  return [...document.querySelectorAll('[role="slider"]')]
    .filter((control) => control.checkVisibility())
    .map((control) => {
      const kinds = Object.entries(selectors)
      const [kind] = kinds.find(([, selector]) => control.closest(selector) !== null) ?? []
      return kind ?? `unknown: ${control.getAttribute('aria-label')}`
    })
}

type Read = { figure: ModelFigure; readings: Reading[]; found: string[] }

/** Each figure is one stop of Tab. */
async function readPage(page: Page, { figures }: FigureVisit): Promise<Read[]> {
  const read: Read[] = []
  for (const figure of figures) {
    await tabToFigure(page)
    const drawing = await measureFigure(page)
    const isLine = figure.kind !== 'treemap' && figure.kind !== 'ribbons'
    const readings = isLine ? await readInOrder(page) : await explore(page)
    const found = compareFigure(figure, readings, drawing)
    if (!(await leaveFigure(page))) found.push('it has several stops')
    read.push({ figure, readings, found })
  }
  return read
}

/** Enter opens what the figure shows. */
async function openByEnter(page: Page, { path, figures }: FigureVisit, figure: ModelFigure) {
  await open(page, path)
  for (const one of figures.slice(0, figures.indexOf(figure) + 1)) {
    await tabToFigure(page)
    if (one !== figure) await leaveFigure(page)
  }
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  const text = (await focusedText(page)) ?? ''
  const point = figure.pointsOf(new Set([text])).find((one) => one.text === text)
  // What is not known is a problem already.
  if (point === undefined) return
  const expected = point.to ?? linkOf(path, page.url())
  await page.keyboard.press('Enter')
  await expect.poll(() => linkOf(page.url(), page.url())).toBe(expected)
}

function focusedText(page: Page) {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-valuetext'))
}
