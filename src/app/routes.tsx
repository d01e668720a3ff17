import { type LoaderFunctionArgs, matchPath, type RouteObject } from 'react-router-dom'
import type { PageHandle } from './definePage.tsx'
import { CrashPage } from './errors/CrashPage.tsx'
import { Layout } from './layout/Layout.tsx'
import { decodePercentEscapes } from './links.ts'
import { aboutQuery } from './query.ts'
import { sourceContext } from './source.ts'
import { PageSkeleton } from './ui/Skeleton.tsx'

/** `id` is the name of the module, by which the service finds its built files. */
function page(id: string, path: string, lazy: NonNullable<RouteObject['lazy']>): RouteObject {
  return { id, path, lazy }
}

const PAGES: RouteObject[] = [
  page('HomePage', '/', () => import('./pages/home/HomePage.tsx')),
  page('BlocksPage', '/blocks', () => import('./pages/blocks/BlocksPage.tsx')),
  page('BlockPage', '/block/:id', () => import('./pages/block/BlockPage.tsx')),
  page('BurnsPage', '/burns', () => import('./pages/burns/BurnsPage.tsx')),
  page('CenotaphsPage', '/cenotaphs', () => import('./pages/cenotaphs/CenotaphsPage.tsx')),
  page('TransactionPage', '/tx/:id', () => import('./pages/transaction/TransactionPage.tsx')),
  page('PendingPage', '/pending', () => import('./pages/pending/PendingPage.tsx')),
  page('DecodePage', '/decode', () => import('./pages/decode/DecodePage.tsx')),
  page('AddressPage', '/address/:id', () => import('./pages/address/AddressPage.tsx')),
  page('OutputPage', '/output/:id', () => import('./pages/output/OutputPage.tsx')),
  page('RunesPage', '/runes', () => import('./pages/runes/RunesPage.tsx')),
  page('RunePage', '/rune/:id', () => import('./pages/rune/RunePage.tsx')),
  page('ComparePage', '/compare', () => import('./pages/compare/ComparePage.tsx')),
  page('NamesPage', '/names', () => import('./pages/names/NamesPage.tsx')),
  ...(import.meta.env.DEV
    ? [page('DesignPage', '/design', () => import('./pages/design/DesignPage.tsx'))]
    : []),
  page('TokensPage', '/tokens', () => import('./pages/tokens/TokensPage.tsx')),
  page('TokenPage', '/token/:id', () => import('./pages/token/TokenPage.tsx')),
  page('NamesAlikePage', '/names-alike/:id', () => import('./pages/namesAlike/NamesAlikePage.tsx')),
  page('ApiPage', '/api', () => import('./pages/api/ApiPage.tsx')),
  page('SettingsPage', '/settings', () => import('./pages/settings/SettingsPage.tsx')),
  page('AboutPage', '/about', () => import('./pages/about/AboutPage.tsx')),
  page('SearchPage', '/search', () => import('./pages/search/SearchPage.tsx')),
  page('NotFoundPage', '*', () => import('./pages/notFound/NotFoundPage.tsx')),
]

/** The explorer's pages. Each module exports what `definePage` returns. */
export const routes: RouteObject[] = [
  {
    Component: Layout,
    loader: loadAbout,
    HydrateFallback: PageSkeleton,
    children: [
      {
        ErrorBoundary: CrashPage,
        HydrateFallback: PageSkeleton,
        children: PAGES,
      },
    ],
  },
]

async function loadAbout({ context }: LoaderFunctionArgs): Promise<null> {
  const { load } = context.get(sourceContext)
  await load(aboutQuery)
  return null
}

/** The path patterns of all pages. The last one matches everything else. */
export const PAGE_PATHS = PAGES.map(({ path = '*' }) => path)

/**
 * The page at a path. `handle` is defined once its code is loaded. Does not use `matchRoutes`, which
 * would rank all routes again for every request.
 */
export function matchPage(pathname: string) {
  const decoded = decodePath(pathname)
  const route = routeAt(decoded)
  const handle: PageHandle | undefined = route?.handle
  return {
    isFound: route !== undefined && route.path !== '*',
    path: route?.path,
    id: matchPath(route?.path ?? '*', decoded)?.params.id ?? '',
    handle,
  }
}

function routeAt(decoded: string): RouteObject | undefined {
  return PAGES.find(({ path = '*' }) => matchPath(path, decoded) !== null)
}

/** Decodes a path as the router does: an escaped slash stays escaped. */
function decodePath(pathname: string): string {
  return pathname
    .split('/')
    .map((name) => decodePercentEscapes(name).replaceAll('/', '%2F'))
    .join('/')
}

/** An address without the parameters that its page does not know. The rest is unchanged. */
export function knownAddress(pathname: string, search: string): string {
  const parameters = matchPage(pathname).handle?.parameters ?? []
  const known = search
    .slice(1)
    .split('&')
    .filter((pair) => parameters.includes(pair.split('=')[0] ?? ''))
  return known.length === 0 ? pathname : `${pathname}?${known.join('&')}`
}

/** Loads the code of the page at a path, so that it can be rendered at once. */
export async function loadPageCode(pathname: string): Promise<void> {
  const route = routeAt(decodePath(pathname))
  if (route !== undefined) await loadRoute(route)
}

export async function loadAllPages(): Promise<void> {
  await Promise.all(PAGES.map(loadRoute))
}

async function loadRoute(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return
  Object.assign(route, await route.lazy(), { lazy: undefined })
}
