import { render, waitFor } from '@testing-library/react'
import { type Location, MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { expect, inject } from 'vitest'
import { App } from '../../src/app/App.tsx'
import { createApi } from '../../src/app/api.ts'
import { type PageState, readPageState, thaw } from '../../src/app/pageState.ts'
import { createQueryClient } from '../../src/app/queries.ts'

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
  if (page?.state !== undefined) await thaw(queryClient, page.state)
  // A rendered page talks to the place that it came from.
  const api =
    page === undefined ? createApi(origin) : createApi('', (url, init) => fetch(origin + url, init))
  let shown: Location
  let navigate: ReturnType<typeof useNavigate>
  function Watch() {
    shown = useLocation()
    navigate = useNavigate()
    return null
  }
  render(
    <MemoryRouter initialEntries={[...history, page?.address ?? address]}>
      <Watch />
      <App
        api={api}
        queryClient={queryClient}
        origin={page?.state?.origin ?? location.origin}
        gateway={page?.state?.gateway}
      />
    </MemoryRouter>,
    page && { container: page.root, hydrate: page.state?.address === page.path },
  )
  return {
    queryClient,
    address: () => shown.pathname + shown.search,
    navigate: (to: string) => navigate(to),
    goBack: () => navigate(-1),
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

/** Waits until the whole list was read, and what is shown counts all of it. */
export async function showsWhole(): Promise<void> {
  await shows(/All [\d,]+ records? read · /)
  await waitFor(() => expect(document.querySelector('main [aria-busy="true"]')).toBeNull())
}

/** Waits until the page shows `text`, across the elements that it is made of. */
export async function shows(text: string | RegExp): Promise<void> {
  await waitFor(() => expect(document.body).toHaveTextContent(text))
}
