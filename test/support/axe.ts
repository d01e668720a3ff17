import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The elements of the page that violate WCAG 2.2 AA. */
export async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await injectAxe(page)
  return page.evaluate(async (runOnly) => {
    // @ts-expect-error axe puts itself on the window.
    const { violations } = await window.axe.run(document, {
      runOnly,
      resultTypes: ['violations'],
      // Axe must not send requests of its own.
      preload: false,
    })
    return violations.flatMap(({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    )
  }, STANDARDS)
}

/** Injects axe as the developer tools do, because the page's Content-Security-Policy blocks other ways. */
async function injectAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: axe })
  await session.detach()
}

/** The number of pixels by which the page is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}
