import { JSDOM } from 'jsdom'
import { type ServiceOptions, startService } from './startService.ts'

/** Requests a page as a browser does, but does not follow redirects. */
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

const { DOMParser } = new JSDOM().window

/** Parses a page without its style sheet, because parsing the CSS takes longer than everything else. */
function parsePage(html: string): Document {
  const withoutStyles = html.replaceAll('<style', '<style type="text/plain"')
  return new DOMParser().parseFromString(withoutStyles, 'text/html')
}

/** Starts the service with the built explorer, so that it renders pages. */
export function startPages(options: ServiceOptions = {}): Promise<string> {
  return startService({ pages: 'server-rendered', ...options })
}
