import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** At how many widths and in how many themes pages are examined, and how many states of them. */
    looks: 'one' | 'every'
  }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What on the page is not accessible as WCAG 2.2 AA asks. */
export async function findViolations(
  page: Page,
  options: object = { runOnly: STANDARDS },
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await bringAxe(page)
  return page.evaluate(async (options) => {
    // @ts-expect-error axe puts itself on the window.
    const { violations } = await window.axe.run(document, {
      ...options,
      resultTypes: ['violations'],
      // Nothing is asked for beside what the page asks for.
      preload: false,
    })
    return violations.flatMap(({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    )
  }, options)
}

/** Puts axe on the page as developer tools do: by any other way the page's policy refuses it. */
async function bringAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: axe })
  await session.detach()
}

/**
 * What is wrong with the page, not accessible or wider than the window: at one width and in one theme,
 * or at every width and in every theme. Themes differ in colours only, and a wide window shows all of
 * them.
 */
export async function findFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const { width, colorScheme, options } of LOOKS[inject('looks')]) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const overflow = await overflowOf(page)
    if (overflow > 0) faults.push(`${overflow} px wider than ${width} px`)
    const found = options === undefined ? [] : await findViolations(page, options)
    faults.push(...found.map((violation) => `${colorScheme}, ${width} px: ${violation}`))
  }
  return faults
}

type Look = { width: number; colorScheme: 'light' | 'dark'; options: object | undefined }

const ALL = { runOnly: STANDARDS }
const CONTRAST = { runOnly: ['color-contrast'] }
const ALL_BUT_CONTRAST = { ...ALL, rules: { 'color-contrast': { enabled: false } } }
const WIDE: Look = { width: 1280, colorScheme: 'light', options: ALL }
const NARROWEST: Look = { width: 320, colorScheme: 'light', options: undefined }
const LOOKS: Record<'one' | 'every', Look[]> = {
  one: [WIDE, NARROWEST],
  every: [
    { width: 1280, colorScheme: 'dark', options: CONTRAST },
    WIDE,
    { width: 360, colorScheme: 'light', options: ALL_BUT_CONTRAST },
    NARROWEST,
  ],
}

/** By how many pixels the page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}
