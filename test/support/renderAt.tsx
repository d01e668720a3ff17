import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { inject, onTestFinished } from 'vitest'
import { createApi } from '../../src/app/api.ts'
import { Providers } from '../../src/app/Providers.tsx'
import { loadInBackground, provideSource } from '../../src/app/pageLoader.ts'
import { hydrateQueries, type PageState, readPageState } from '../../src/app/pageState.ts'
import { createQueryClient } from '../../src/app/queryClient.ts'
import { knownAddress, loadPageCode, routes } from '../../src/app/routes.tsx'
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
  const shown = await renderAt(address, service)
  const client = createClient({ baseUrl: service })
  return { ...shown, origin: service, reader: userEvent.setup(), client }
}

/** Opens the explorer at an address with the service at `origin`. Hydrates the page if the service renders it. */
async function renderAt(address: string, origin: string) {
  const page = inject('pages') === 'server-rendered' ? await openPage(address, origin) : undefined
  const queryClient = createQueryClient()
  if (page?.state !== undefined) await hydrateQueries(queryClient, page.state)
  const api = createApi(origin)
  const own = page?.state?.origin ?? location.origin
  const start = page?.address ?? address
  const { pathname, search } = new URL(start, own)
  await loadPageCode(pathname)
  const isRendered =
    page?.state !== undefined && page.state.address === knownAddress(pathname, search)
  const router = createMemoryRouter(routes, {
    initialEntries: [start],
    getContext: () => provideSource({ api, origin: own, load: loadInBackground(queryClient) }),
    ...(isRendered && { hydrationData: { loaderData: page.state?.loaderData ?? {} } }),
  })
  onTestFinished(() => router.dispose())
  render(
    <Providers
      api={api}
      queryClient={queryClient}
      origin={own}
      gateway={page?.state?.gateway}
      imageHosts={page?.state?.imageHosts ?? []}
    >
      <RouterProvider router={router} useTransitions={false} />
    </Providers>,
    page && { container: page.root, hydrate: isRendered },
  )
  return {
    address: () => router.state.location.pathname + router.state.location.search,
    navigate: (to: string) => router.navigate(to),
    goBack: () => router.navigate(-1),
  }
}

type OpenedPage = { address: string; root: HTMLElement; state: PageState | undefined }

/** Loads the page into the document as a browser would, but does not run its scripts. */
async function openPage(address: string, origin: string): Promise<OpenedPage | undefined> {
  const response = await fetch(origin + address, { headers: { Accept: 'text/html' } }).catch(
    () => undefined,
  )
  if (!response?.headers.get('Content-Type')?.includes('text/html')) return
  const sent = new DOMParser().parseFromString(await response.text(), 'text/html')
  // jsdom has no layout, and matching every rule with every element is slow.
  for (const style of sent.querySelectorAll('style')) style.remove()
  document.head.innerHTML = sent.head.innerHTML
  document.body.innerHTML = sent.body.innerHTML
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root')
  // The service never receives the fragment.
  const { hash } = new URL(address, origin)
  return { address: response.url.slice(origin.length) + hash, root, state: readPageState(document) }
}
