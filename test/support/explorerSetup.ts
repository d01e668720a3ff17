import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'

// A failure names what was sought; the whole page below it would hide that.
configure({ asyncUtilTimeout: 15_000, getElementError: (message) => new Error(message ?? '') })

// What a browser has and jsdom lacks, and what the pages need of it.
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
    expect(calls, 'a page complained in the console').toEqual([])
  }
})
