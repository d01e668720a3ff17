import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { onTestFinished } from 'vitest'
import { createApi } from '../../src/app/api.ts'
import { Providers } from '../../src/app/Providers.tsx'
import { createQueryClient } from '../../src/app/queryClient.ts'
import { loadPageCode, routes } from '../../src/app/routes.tsx'
import { loadInBackground, provideSource } from '../../src/app/source.ts'
import { createClient } from '../../src/contract/client.ts'
import { type ServiceOptions, startService } from './startService.ts'

declare module 'vitest' {
  interface ProvidedContext {
    pages: 'server-rendered' | 'client-rendered'
  }
}

type VisitOptions = ServiceOptions & {
  /** A running service; by default, one with the bundled data is started. */
  origin?: string
}

/**
 * Opens the explorer at an address. Returns the reader, who presses keys and buttons, and a client of the service
 * to compare with.
 */
export async function visit(address: string, { origin, ...options }: VisitOptions = {}) {
  const service = origin ?? (await startService(options))
  const shown = await renderAt(address, service, options.data?.hasOwnImages ? undefined : [])
  const client = createClient({ baseUrl: service })
  return { ...shown, origin: service, reader: userEvent.setup(), client }
}

/** Opens the explorer at an address with the service at `origin`. Browser tests hydrate what the service renders. */
async function renderAt(address: string, origin: string, imageHosts: string[] | undefined) {
  const api = createApi(origin)
  const queryClient = createQueryClient(api)
  await loadPageCode(new URL(address, location.origin).pathname)
  const router = createMemoryRouter(routes, {
    initialEntries: [address],
    getContext: () =>
      provideSource({ origin: location.origin, load: loadInBackground(queryClient) }),
  })
  onTestFinished(() => router.dispose())
  render(
    <Providers
      baseUrl={origin}
      queryClient={queryClient}
      origin={location.origin}
      gateway={undefined}
      imageHosts={imageHosts}
    >
      <RouterProvider router={router} useTransitions={false} />
    </Providers>,
  )
  return {
    address: () => router.state.location.pathname + router.state.location.search,
    navigate: (to: string) => router.navigate(to),
    goBack: () => router.navigate(-1),
  }
}
