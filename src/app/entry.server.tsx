import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom'
import type { Api } from './api.ts'
import { type Assets, Document } from './Document.tsx'
import { decodedQuery, queriesAbout } from './decodedQuery.ts'
import { type Head, headTexts } from './PageHead.tsx'
import { Providers } from './Providers.tsx'
import { dehydrateQueries } from './pageState.ts'
import { createQueryClient } from './queryClient.ts'
import { loadAllPages, routes } from './routes.tsx'
import { type Load, provideSource } from './source.ts'
import type { Theme } from './themeCookie.ts'

export { createApi } from './api.ts'
export { canonicalPath } from './canonicalPath.ts'
export type { Assets } from './Document.tsx'
export { knownAddress, matchPage, PAGE_PATHS } from './routes.tsx'
export { type Theme, themeIn } from './themeCookie.ts'

type Rendering = {
  api: Api
  origin: string
  gateway: string | undefined
  /** Undefined if the service has images itself: then no others load. */
  imageHosts: string[] | undefined
  theme?: Theme | undefined
  /** Aborts when no client waits for the page any more. */
  signal: AbortSignal
  /** How many milliseconds to wait for data. The browser requests what is missing. */
  budgetMs: number
  assets: Assets
  /** What was sent with the form of the page, whose answer it shows. */
  formText?: string | undefined
}

export type RenderedPage = {
  html: string
  status: number
  retryAfter: string | null
  /** What a link preview shows. */
  summary: {
    kind: string | undefined
    title: string
    description: string
    path: string | undefined
  }
  hasAllData: boolean
}

/** The address of the page, if it was requested by another identifier. */
export type PageRedirect = { location: string; status: 302 | 308 }

// The service needs the `handle` of every page before it renders one.
await loadAllPages()
const handler = createStaticHandler(routes)

/**
 * Renders the page at `address` (path and query) as a complete document, once its loaders are done, or
 * returns the address to which a loader redirects.
 */
export async function renderPage(
  address: string,
  { api, origin, gateway, imageHosts, theme, budgetMs, signal, assets, formText }: Rendering,
): Promise<RenderedPage | PageRedirect> {
  // The browser can retry what failed.
  const queryClient = createQueryClient(api, { retry: false })
  const { load, hasAllData } = loadWithin(budgetMs, queryClient)
  if (formText !== undefined) await loadDecoded(queryClient, load)
  // Cancels the queries that did not finish in time.
  const context = await handler
    .query(new Request(origin + address, { signal }), {
      requestContext: provideSource({ origin, load }),
    })
    .finally(() => queryClient.cancelQueries())
  signal.throwIfAborted()
  if (context instanceof Response) {
    const location = context.headers.get('Location') ?? '/'
    return { location, status: context.status === 308 ? 308 : 302 }
  }
  const { loaderData } = context
  const queries = dehydrateQueries(queryClient)
  const settings = { origin, gateway, imageHosts, formText }
  const state = { address, ...settings, loaderData, queries }
  const html = renderToString(
    <Document assets={assets} page={pageOf(context)} state={state} theme={theme}>
      <Providers {...settings} baseUrl={api.baseUrl} queryClient={queryClient}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </Providers>
    </Document>,
  )
  return { html: `<!doctype html>${html}`, ...responseOf(context), hasAllData: hasAllData() }
}

/** The answer to the form, and what else the page says of it. */
async function loadDecoded(queryClient: QueryClient, load: Load): Promise<void> {
  await queryClient.prefetchQuery(decodedQuery)
  const decoded = queryClient.getQueryData(decodedQuery.queryKey)?.value
  if (decoded === undefined) return
  const { spends, pending } = queriesAbout(decoded)
  await Promise.all([...spends.map((query) => load(query)), pending && load(pending)])
}

/** Loads data within the budget. */
function loadWithin(budgetMs: number, queryClient: QueryClient) {
  const isSpent = new Promise<true>((resolve) => setTimeout(resolve, budgetMs, true).unref())
  let hasAllData = true
  const load: Load = async (query) => {
    const loading = queryClient.prefetchQuery(query)
    if ((await Promise.race([loading, isSpent])) === true) hasAllData = false
    const state = queryClient.getQueryState<never, never>(query.queryKey)
    return { data: state?.data, error: state?.error ?? null }
  }
  return { load, hasAllData: () => hasAllData }
}

function responseOf(context: StaticHandlerContext) {
  const { loaderData, loaderHeaders, statusCode } = context
  const id = pageOf(context)
  const head: Head = loaderData[id]
  const { title, description } = headTexts(head)
  return {
    status: statusCode,
    retryAfter: loaderHeaders[id]?.get('Retry-After') ?? null,
    summary: { kind: head.kind, title, description, path: head.path },
  }
}

function pageOf({ matches }: StaticHandlerContext): string {
  return matches.at(-1)?.route.id ?? ''
}
