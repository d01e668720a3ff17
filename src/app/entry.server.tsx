import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import type { Theme } from '../contract/theme.ts'
import { App } from './App.tsx'
import type { Api } from './api.ts'
import { type Assets, Document } from './Document.tsx'
import { preloadAll } from './onDemand.tsx'
import { freeze, STATE_ID } from './pageState.ts'
import { createQueryClient } from './queries.ts'
import { pageAt } from './routes.tsx'
import type { Head } from './surroundings.ts'

export { createApi } from './api.ts'
export type { Assets } from './Document.tsx'
export { canonicalPath } from './links.ts'
export { recognise } from './recognise.ts'
export { hasPage, knownAddress, PAGES, pageAt } from './routes.tsx'
export type { Head } from './surroundings.ts'

export type Rendering = {
  api: Api
  /** The explorer's own address, `https://host`. */
  origin: string
  /** The origin that stands in for `ipfs:`, where one is set. */
  gateway: string | undefined
  /** The theme that the reader chose. */
  theme?: Theme | undefined
  /** Aborts when nobody waits for the page any more. */
  signal?: AbortSignal
  /** Milliseconds that the data may take; what has not come by then the browser asks for itself. */
  budget: number
  /** What the page at an address needs of the built explorer; by the file of the page's code. */
  assetsFor: (module: string) => Assets
}

export type RenderedPage = {
  html: string
  head: Head
  /** Whether all that the page asks for is in it. */
  isComplete: boolean
}

/**
 * Renders the page at `address` (path and query) as a complete document, by the components and
 * queries that the browser runs. Rendering tells what the page asks for; that is read, and it is
 * rendered again, until it asks for nothing more or the budget is spent.
 */
export async function renderPage(
  address: string,
  { api, origin, gateway, theme, budget, signal, assetsFor }: Rendering,
): Promise<RenderedPage> {
  await preloadAll()
  const assets = assetsFor(pageAt(address.split('?')[0] ?? '').module)
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({
    // Once is enough: the page tells of the failure, and its reader may try again.
    queries: { ...queryClient.getDefaultOptions().queries, retry: false, retryOnMount: false },
  })
  const isSpent = new Promise<true>((resolve) => setTimeout(resolve, budget, true).unref())

  let head: Head = { title: '' }
  function render() {
    return renderToString(
      <Document
        assets={assets}
        state={freeze(queryClient, { address, origin, gateway })}
        theme={theme}
      >
        <StaticRouter location={address}>
          <App
            api={api}
            queryClient={queryClient}
            origin={origin}
            gateway={gateway}
            onHead={(said) => {
              head = said
            }}
          />
        </StaticRouter>
      </Document>,
    )
  }

  let html = render()
  // Without a budget nothing is read: the page then only says what it is about.
  let isComplete = budget > 0
  for (
    let asked = askedFor(queryClient);
    asked.length > 0 && isComplete;
    asked = askedFor(queryClient)
  ) {
    const answers = Promise.allSettled(asked.map((query) => query.fetch()))
    isComplete = (await Promise.race([answers, isSpent])) !== true
    signal?.throwIfAborted()
    html = render()
  }
  queryClient.cancelQueries()
  if (html.length < PAINTED_WHOLE) html = html.replace('<style>', `${EXPECT_END}$&`)
  return { html: `<!doctype html>${html}`, head, isComplete }
}

// A browser that paints what it has read so far works once more for each part, and what stands there
// moves. Pages of fewer characters are painted once; the longer ones (some 100 rows) as they come.
const PAINTED_WHOLE = 200_000
const EXPECT_END = `<link rel="expect" href="#${STATE_ID}" blocking="render">`

/** The queries that the components on the page want and nobody has read yet. */
function askedFor(queryClient: QueryClient) {
  return queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'pending')
}
