import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The elements of the page that violate WCAG 2.2 AA. */
export async function findViolations(
  page: Page,
  options: object = { runOnly: STANDARDS },
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await injectAxe(page)
  return page.evaluate(async (options) => {
    // @ts-expect-error axe puts itself on the window.
    const { violations } = await window.axe.run(document, {
      ...options,
      resultTypes: ['violations'],
      // Axe must not send requests of its own.
      preload: false,
    })
    return violations.flatMap(({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    )
  }, options)
}

/** Injects axe as the developer tools do, because the page's Content-Security-Policy blocks other ways. */
async function injectAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: axe })
  await session.detach()
}

/**
 * Accessibility violations and horizontal overflow, at every width and in every theme. Themes differ only
 * in colours, so the dark theme is checked for contrast at one width.
 */
export async function findFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const { width, colorScheme, options } of LOOKS) {
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
const LOOKS: Look[] = [
  { width: 1280, colorScheme: 'dark', options: CONTRAST },
  WIDE,
  { width: 360, colorScheme: 'light', options: ALL_BUT_CONTRAST },
  NARROWEST,
]

/** The number of pixels by which the page is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}
