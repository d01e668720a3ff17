import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { CACHE_CONTROL } from '../http/cacheHeaders.ts'

/**
 * The page for readers if rendering a page fails. It does not use the explorer, which may be the reason.
 * @param styles the inline style sheet of pages, which the Content-Security-Policy allows.
 */
export function sendErrorPage(c: Context, styles: string): Response | Promise<Response> {
  const { pathname, search } = new URL(c.req.url)
  const page = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>Something went wrong · Cairn</title>
    <style>${raw(styles)}</style>
  </head>
  <body>
    <main class="mx-auto w-full max-w-7xl space-y-4 px-4 py-6">
      <h1 class="text-2xl font-semibold">Something went wrong</h1>
      <p>
        Cairn could not create this page. Reload it. If that does not help, this is a bug in Cairn. The
        log of this service has the details under the request id below.
      </p>
      <p class="font-mono text-sm text-muted">Request id: ${c.get('requestId')}</p>
      <p><a href="${pathname + search}" class="link">Reload page</a> · <a href="/" class="link">Home page</a></p>
    </main>
  </body>
</html>`
  return c.html(page, 500, {
    'Cache-Control': CACHE_CONTROL.notCached,
    Vary: 'Accept, Accept-Encoding, Cookie',
  })
}
