import { matchPath, Navigate, useLocation } from 'react-router-dom'
import { CrashBoundary } from './errors/CrashBoundary.tsx'
import { canonicalPath, decode } from './links.ts'
import { onDemand } from './onDemand.tsx'

/** `id` is the part of the path that names what the page is about; '' where it names nothing. */
type PageProps = { id: string }

const NOT_FOUND = {
  path: '*',
  parameters: [],
  module: 'src/app/pages/notFound/NotFoundPage.tsx',
  Component: onDemand<PageProps>(
    async () => (await import('./pages/notFound/NotFoundPage.tsx')).NotFoundPage,
  ),
}

const LIST_PARAMETERS = [
  'offset',
  'limit',
  'view',
  'op',
  'rune',
  'address',
  'min',
  'max',
  'output',
  'text',
  'sort',
  'group',
]

/**
 * Every page of the explorer by its address. `module` names the file whose code it needs, `parameters`
 * the query parameters that select what it shows.
 */
export const PAGES = [
  {
    path: '/',
    parameters: [],
    module: 'src/app/pages/home/HomePage.tsx',
    Component: onDemand<PageProps>(
      async () => (await import('./pages/home/HomePage.tsx')).HomePage,
    ),
  },
  {
    path: '/token/:id',
    parameters: ['locale', 'beside'],
    module: 'src/app/pages/token/TokenPage.tsx',
    Component: onDemand<PageProps>(
      async () => (await import('./pages/token/TokenPage.tsx')).TokenPage,
    ),
  },
  {
    path: '/tx/:id',
    parameters: LIST_PARAMETERS,
    module: 'src/app/pages/transaction/TransactionPage.tsx',
    Component: onDemand<PageProps>(
      async () => (await import('./pages/transaction/TransactionPage.tsx')).TransactionPage,
    ),
  },
  {
    path: '/block/:id',
    parameters: LIST_PARAMETERS,
    module: 'src/app/pages/block/BlockPage.tsx',
    Component: onDemand<PageProps>(
      async () => (await import('./pages/block/BlockPage.tsx')).BlockPage,
    ),
  },
  {
    path: '/search',
    parameters: ['q'],
    module: 'src/app/pages/search/SearchPage.tsx',
    Component: onDemand<PageProps>(
      async () => (await import('./pages/search/SearchPage.tsx')).SearchPage,
    ),
  },
  {
    path: '/api',
    parameters: [],
    module: 'src/app/pages/api/ApiPage.tsx',
    Component: onDemand<PageProps>(async () => (await import('./pages/api/ApiPage.tsx')).ApiPage),
  },
  {
    path: '/device',
    parameters: [],
    module: 'src/app/pages/device/DevicePage.tsx',
    Component: onDemand<PageProps>(
      async () => (await import('./pages/device/DevicePage.tsx')).DevicePage,
    ),
  },
]

/** The page at an address; the last one tells that there is none. `id` is what its path names. */
export function pageAt(pathname: string) {
  for (const page of PAGES) {
    const match = matchPath(page.path, pathname)
    if (match !== null) return { ...page, id: decode(match.params.id ?? '') }
  }
  return { ...NOT_FOUND, id: '' }
}

/** An address without the parameters that its page does not know; the others stay as written. */
export function knownAddress(pathname: string, search: string): string {
  const { parameters } = pageAt(pathname)
  const known = search
    .slice(1)
    .split('&')
    .filter((pair) => parameters.includes(pair.split('=')[0] ?? ''))
  return known.length === 0 ? pathname : `${pathname}?${known.join('&')}`
}

/** Whether a page of the explorer is at a path. */
export function hasPage(pathname: string): boolean {
  return pageAt(pathname).path !== NOT_FOUND.path
}

/** The page of the address, or the way to the one form of it. */
export function Pages() {
  const { pathname, search, hash } = useLocation()
  const canonical = canonicalPath(pathname, search)
  if (canonical !== undefined) {
    return <Navigate to={canonical.includes('#') ? canonical : canonical + hash} replace />
  }
  const { Component, id } = pageAt(pathname)
  return (
    <CrashBoundary key={pathname}>
      <Component id={id} />
    </CrashBoundary>
  )
}
