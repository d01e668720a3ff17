import { render, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, inject, onTestFinished } from 'vitest'
import { createApi } from '../../src/app/api.ts'
import { Providers } from '../../src/app/Providers.tsx'
import { loadInBackground, provideSource } from '../../src/app/pageLoader.ts'
import { hydrateQueries, type PageState, readPageState } from '../../src/app/pageState.ts'
import { createQueryClient } from '../../src/app/queryClient.ts'
import { knownAddress, loadPageCode, routes } from '../../src/app/routes.tsx'

declare module 'vitest' {
  interface ProvidedContext {
    pages: 'server-rendered' | 'client-rendered'
  }
}

/**
 * Opens the explorer at `address` with the service at `origin`. Hydrates the page if the service renders it.
 * `history` lists the addresses visited before.
 */
export async function renderAt(address: string, origin: string, history: string[] = []) {
  const page = inject('pages') === 'server-rendered' ? await openPage(address, origin) : undefined
  const queryClient = createQueryClient()
  if (page?.state !== undefined) await hydrateQueries(queryClient, page.state)
  // A server-rendered page sends requests to its own origin.
  const api =
    page === undefined ? createApi(origin) : createApi('', (url, init) => fetch(origin + url, init))
  const own = page?.state?.origin ?? location.origin
  const start = page?.address ?? address
  const { pathname, search } = new URL(start, own)
  await loadPageCode(pathname)
  const isRendered =
    page?.state !== undefined && page.state.address === knownAddress(pathname, search)
  const router = createMemoryRouter(routes, {
    initialEntries: [...history, start],
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
    queryClient,
    address: () => router.state.location.pathname + router.state.location.search,
    navigate: (to: string) => router.navigate(to),
    goBack: () => router.navigate(-1),
  }
}

type OpenedPage = { address: string; path: string; root: HTMLElement; state: PageState | undefined }

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
  const path = response.url.slice(origin.length)
  return {
    address: path + hash,
    path,
    root,
    state: readPageState(document),
  }
}

/** Waits until all records are loaded and the page shows the results. */
export async function showsAnalysis(): Promise<void> {
  await shows(
    /(All [\d,]+ records? (in this list that the service has are )?|that the service has is |The only record is )loaded, /,
  )
  await waitFor(() => expect(document.querySelector('main [aria-busy="true"]')).toBeNull())
}

/** Waits until the page shows `text`, which may span several elements. */
export async function shows(text: string | RegExp): Promise<void> {
  await waitFor(() => expect(document.body).toHaveTextContent(text))
}
