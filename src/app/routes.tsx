import { matchPath, Navigate, useLocation, useRoutes } from 'react-router-dom'
import { settledAddress } from './links.ts'
import { onDemand } from './onDemand.tsx'
import { CrashBoundary } from './shell/CrashBoundary.tsx'

const NOT_FOUND = {
  path: '*',
  module: 'src/app/shell/NotFoundPage.tsx',
  Component: onDemand(async () => (await import('./shell/NotFoundPage.tsx')).NotFoundPage),
}

/** Every page of the explorer by its address. `module` names the file whose code it needs. */
export const PAGES = [
  {
    path: '/',
    module: 'src/app/home/HomePage.tsx',
    Component: onDemand(async () => (await import('./home/HomePage.tsx')).HomePage),
  },
  {
    path: '/token/:principal',
    module: 'src/app/token/TokenPage.tsx',
    Component: onDemand(async () => (await import('./token/TokenPage.tsx')).TokenPage),
  },
  {
    path: '/tx/:txId',
    module: 'src/app/activity/ActivityPages.tsx',
    Component: onDemand(async () => (await import('./activity/ActivityPages.tsx')).TransactionPage),
  },
  {
    path: '/block/:block',
    module: 'src/app/activity/ActivityPages.tsx',
    Component: onDemand(async () => (await import('./activity/ActivityPages.tsx')).BlockPage),
  },
  {
    path: '/search',
    module: 'src/app/home/SearchPage.tsx',
    Component: onDemand(async () => (await import('./home/SearchPage.tsx')).SearchPage),
  },
  {
    path: '/api',
    module: 'src/app/home/ApiPage.tsx',
    Component: onDemand(async () => (await import('./home/ApiPage.tsx')).ApiPage),
  },
  {
    path: '/device',
    module: 'src/app/device/DevicePage.tsx',
    Component: onDemand(async () => (await import('./device/DevicePage.tsx')).DevicePage),
  },
  NOT_FOUND,
]

/** The page at an address; the last one tells that there is none. */
export function pageAt(pathname: string) {
  return PAGES.find(({ path }) => matchPath(path, pathname) !== null) ?? NOT_FOUND
}

/** The page of the address, or the way to the one form of it. */
export function Pages() {
  const { pathname, search } = useLocation()
  const page = useRoutes(PAGES)
  const settled = settledAddress(pathname, search)
  if (settled !== undefined) return <Navigate to={settled} replace />
  return <CrashBoundary key={pathname}>{page}</CrashBoundary>
}
