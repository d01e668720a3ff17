import { JSDOM } from 'jsdom'
import type { Database } from '../../src/service/database/database.ts'
import { startService, type TestServiceOptions } from './startService.ts'

/** Asks as a browser does, without following where an address leads. */
export async function getPage(origin: string, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(origin + path, {
    headers: { Accept: 'text/html', ...headers },
    redirect: 'manual',
  })
  const html = await response.text()
  const document = parsePage(html)
  const meta = (name: string) =>
    document.head.querySelector(`[name="${name}"], [property="${name}"]`)?.getAttribute('content')
  const link = (rel: string) =>
    document.head.querySelector(`link[rel="${rel}"]`)?.getAttribute('href')
  return { response, html, document, meta, link }
}

/** The document of a page. Its style sheet stays text: to read its rules takes longer than all the rest. */
export function parsePage(html: string): Document {
  return new JSDOM(html.replaceAll('<style', '<style type="text/plain"')).window.document
}

/** The real service with the built explorer, which renders its pages. */
export function startPages(
  wrap: (database: Database) => Database = (it) => it,
  options: Pick<TestServiceOptions, 'pageBudgetMs' | 'clock'> = {},
): Promise<string> {
  return startService({ pages: 'rendered', wrap, ...options })
}
