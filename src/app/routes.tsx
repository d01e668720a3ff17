import type { RouteObject } from 'react-router-dom'
import { HomePage } from './home/HomePage.tsx'
import { CrashPage } from './shell/CrashPage.tsx'
import { NotFoundPage } from './shell/NotFoundPage.tsx'
import { Shell } from './shell/Shell.tsx'

/** Every page of the explorer by its address. A page's code is fetched when it is first opened. */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    // What the first paint holds until the page's code is there.
    HydrateFallback: () => null,
    children: [
      {
        ErrorBoundary: CrashPage,
        children: [
          { path: '/', Component: HomePage },
          {
            path: '/token/:principal',
            lazy: async () => ({ Component: (await import('./token/TokenPage.tsx')).TokenPage }),
          },
          {
            path: '/tx/:txId',
            lazy: async () => ({
              Component: (await import('./activity/TransactionPage.tsx')).TransactionPage,
            }),
          },
          {
            path: '/block/:block',
            lazy: async () => ({
              Component: (await import('./activity/BlockPage.tsx')).BlockPage,
            }),
          },
          {
            path: '/search',
            lazy: async () => ({ Component: (await import('./home/SearchPage.tsx')).SearchPage }),
          },
          {
            path: '/api',
            lazy: async () => ({ Component: (await import('./home/ApiPage.tsx')).ApiPage }),
          },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
]
