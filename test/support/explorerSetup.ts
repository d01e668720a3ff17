import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'

// Failure messages show only the query. By default they also print the whole page.
configure({ asyncUtilTimeout: 15_000, getElementError: (message) => new Error(message ?? '') })

// jsdom does not implement these.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}

const complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]

afterEach(() => {
  cleanup()
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage'))
  for (const spy of complaints) {
    const calls = spy.mock.calls.map((call) => call.join(' '))
    spy.mockClear()
    expect(calls, 'a page logged errors or warnings').toEqual([])
  }
})
