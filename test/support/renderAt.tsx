import { render, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, inject, onTestFinished } from 'vitest'
import { App } from '../../src/app/App.tsx'
import { createApi } from '../../src/app/api.ts'
import { loadInBackground, provideSource } from '../../src/app/pageLoader.ts'
import { hydrateQueries, type PageState, readPageState } from '../../src/app/pageState.ts'
import { createQueryClient } from '../../src/app/queries.ts'
import { knownAddress, loadPageCode, routes } from '../../src/app/routes.tsx'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether pages come rendered by the service, or are made in the browser alone. */
    pages: 'rendered' | 'made here'
  }
}

/**
 * Opens the explorer at `address` over the service at `origin`, as a link does: where the service
 * renders its pages, the page it sends is taken over. `history` are addresses visited before.
 */
export async function renderAt(address: string, origin: string, history: string[] = []) {
  const page = inject('pages') === 'rendered' ? await openPage(address, origin) : undefined
  const queryClient = createQueryClient()
  if (page?.state !== undefined) await hydrateQueries(queryClient, page.state)
  // A rendered page talks to the place that it came from.
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
    <App api={api} queryClient={queryClient} origin={own} gateway={page?.state?.gateway}>
      <RouterProvider router={router} useTransitions={false} />
    </App>,
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

/** Loads the page into the document as a browser would, short of running it. */
async function openPage(address: string, origin: string): Promise<OpenedPage | undefined> {
  const response = await fetch(origin + address, { headers: { Accept: 'text/html' } }).catch(
    () => undefined,
  )
  if (!response?.headers.get('Content-Type')?.includes('text/html')) return
  const sent = new DOMParser().parseFromString(await response.text(), 'text/html')
  // jsdom lays nothing out, and would ask every rule for every element.
  for (const style of sent.querySelectorAll('style')) style.remove()
  document.head.innerHTML = sent.head.innerHTML
  document.body.innerHTML = sent.body.innerHTML
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root')
  // What stands behind `#` never reaches a service.
  const { hash } = new URL(address, origin)
  const path = response.url.slice(origin.length)
  return {
    address: path + hash,
    path,
    root,
    state: readPageState(document),
  }
}

/** Waits until all records were read, and the page shows the results for them. */
export async function showsAnalysis(): Promise<void> {
  await shows(/All [\d,]+ records? read, /)
  await waitFor(() => expect(document.querySelector('main [aria-busy="true"]')).toBeNull())
}

/** Waits until the page shows `text`, across the elements that it is made of. */
export async function shows(text: string | RegExp): Promise<void> {
  await waitFor(() => expect(document.body).toHaveTextContent(text))
}
