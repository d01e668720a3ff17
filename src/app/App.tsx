import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { createBrowserRouter } from 'react-router-dom'
import { RouterProvider } from 'react-router-dom'
import type { Api } from './api.ts'
import { ApiContext } from './useApi.ts'

type Props = { api: Api; queryClient: QueryClient; router: ReturnType<typeof createBrowserRouter> }

/** The explorer over one service, one cache and one address bar. */
export function App({ api, queryClient, router }: Props) {
  return (
    <ApiContext value={api}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ApiContext>
  )
}
