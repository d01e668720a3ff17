import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'

// Failure messages show only the query. By default they also print the whole page.
configure({ asyncUtilTimeout: 15_000, getElementError: (message) => new Error(message ?? '') })

// jsdom does not implement these.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}

// For each element, jsdom matches every rule of the browser's style sheet, which takes most of the time of a
// query by role. No other style sheet is loaded, so elements with the same name and attributes share a style.
const computeStyle = window.getComputedStyle.bind(window)
const computedStyles = new Map<string, CSSStyleDeclaration>()
window.getComputedStyle = (element) => {
  const attributes = ['hidden', 'open', 'style', 'type'].map((name) => element.getAttribute(name))
  const key = JSON.stringify([element.localName, ...attributes])
  const style = computedStyles.get(key) ?? computeStyle(document.importNode(element))
  computedStyles.set(key, style)
  return style
}

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
