import { render, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { expect } from 'vitest'
import { App } from '../../src/app/App.tsx'
import { createApi } from '../../src/app/api.ts'
import { createQueryClient } from '../../src/app/queries.ts'
import { routes } from '../../src/app/routes.tsx'

/**
 * Opens the explorer at `address` over the service at `origin`, as a link does. `history` are
 * addresses visited before.
 */
export function renderAt(address: string, origin: string, history: string[] = []) {
  const router = createMemoryRouter(routes, { initialEntries: [...history, address] })
  const queryClient = createQueryClient()
  render(<App api={createApi(origin)} queryClient={queryClient} router={router} />)
  return {
    router,
    queryClient,
    address: () => router.state.location.pathname + router.state.location.search,
  }
}

/** Waits until the page shows `text`, across the elements that it is made of. */
export async function shows(text: string | RegExp): Promise<void> {
  await waitFor(() => expect(document.body).toHaveTextContent(text))
}
