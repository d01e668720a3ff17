// Moves through the figures of a page with keys alone, and reads what each says.
import type { Page } from 'playwright-core'
import { readFigures, type ShownFigures } from '../audit/readFigures.ts'

/** What a figure says of one of its values, and where it leads. */
export type Reading = {
  /** Of its values, in their order. */
  index: number
  /** What assistive technology says. */
  text: string
  tooltip: ShownFigures
}

const MAX_STOPS = 200
const ARROWS = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'] as const

/** Presses Tab until a figure has the focus. */
export async function tabToFigure(page: Page): Promise<void> {
  for (let press = 0; press < MAX_STOPS; press++) {
    const isFigure = await page.evaluate(() => document.activeElement?.matches('[role="slider"]'))
    if (isFigure) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${page.url()}: no figure within ${MAX_STOPS} presses of Tab`)
}

/** Presses Tab once. Returns whether the focus has left the figure that had it. */
export async function leaveFigure(page: Page): Promise<boolean> {
  const drawing = await page.evaluateHandle(() =>
    document.activeElement?.closest('[dir="ltr"], figure'),
  )
  await page.keyboard.press('Tab')
  return drawing.evaluate((element) => element?.contains(document.activeElement) === false)
}

/** Each value of the figure with the focus, from the first to the last. */
export async function readInOrder(page: Page): Promise<Reading[]> {
  const readings = [await readAfter(page, 'Home')]
  for (;;) {
    const reading = await readAfter(page, 'ArrowRight')
    if (reading.index === readings.at(-1)?.index) break
    readings.push(reading)
  }
  const ends = [await readAfter(page, 'End'), await readAfter(page, 'ArrowLeft')]
  const [last, beforeLast] = ends.map(({ text }) => text)
  if (last !== readings.at(-1)?.text || beforeLast !== readings.at(-2)?.text) {
    throw new Error(`${page.url()}: End and an arrow lead to ${last} and ${beforeLast}`)
  }
  return readings
}

/** Each value to which arrow keys lead from the first, by their index: values may lie in any direction. */
export async function explore(page: Page): Promise<Reading[]> {
  const readings = new Map<number, Reading>()
  /** Where the keys lead from each value. */
  const moves = new Map<number, Map<string, number>>()
  let at = note(await readAfter(page, 'Home'))
  for (;;) {
    const [key] = pathToUnknown(moves, at)
    if (key === undefined) break
    const next = note(await readAfter(page, key))
    moves.get(at)?.set(key, next)
    at = next
  }
  return [...readings.values()].sort((one, two) => one.index - two.index)

  function note(reading: Reading): number {
    if (!moves.has(reading.index)) moves.set(reading.index, new Map())
    readings.set(reading.index, reading)
    return reading.index
  }
}

/** The keys that lead from a value to the nearest one with an arrow that is not pressed yet, with that arrow. */
function pathToUnknown(moves: Map<number, Map<string, number>>, start: number): string[] {
  const paths = new Map<number, string[]>([[start, []]])
  for (const [at, path] of paths) {
    const known = moves.get(at)
    const unknown = ARROWS.find((key) => !known?.has(key))
    if (unknown !== undefined) return [...path, unknown]
    for (const [key, next] of known ?? []) {
      if (!paths.has(next)) paths.set(next, [...path, key])
    }
  }
  return []
}

async function readAfter(page: Page, key: string): Promise<Reading> {
  await page.keyboard.press(key)
  const [said, tooltip] = await Promise.all([
    page.evaluate(() => ({
      index: Number(document.activeElement?.getAttribute('aria-valuenow')),
      text: document.activeElement?.getAttribute('aria-valuetext') ?? '',
    })),
    readFigures(page, TOOLTIP),
  ])
  return { ...said, tooltip }
}

/** Beside the drawing, or on phones below it; of ribbons, among them. */
const TOOLTIP = [
  '[role="slider"]:focus + [aria-hidden]',
  'div:has(> [role="slider"]:focus) + [aria-hidden]',
  'figure:has(> [role="slider"]:focus) .floating[aria-hidden]',
].join()
