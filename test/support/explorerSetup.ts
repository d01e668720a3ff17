import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { StreamedEvents } from './streamedEvents.ts'

// Failure messages show only the query. By default they also print the whole page.
configure({ asyncUtilTimeout: 15_000, getElementError: (message) => new Error(message ?? '') })

// The service runs in this process too. It needs Node's own, which jsdom has replaced.
Object.assign(globalThis, {
  ArrayBuffer: Buffer.alloc(0).buffer.constructor,
  Uint8Array: Object.getPrototypeOf(Buffer),
})

// jsdom does not implement these.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
Object.assign(globalThis, { EventSource: StreamedEvents })

const openPopovers = new WeakSet<Element>()

function togglePopover(popover: Element, isOpen: boolean): void {
  const newState = isOpen ? 'open' : 'closed'
  popover.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }))
  if (isOpen) openPopovers.add(popover)
  else openPopovers.delete(popover)
  popover.dispatchEvent(Object.assign(new Event('toggle'), { newState }))
}

HTMLElement.prototype.hidePopover = function hidePopover() {
  togglePopover(this, false)
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button[popovertarget]') : null
  const popover = document.getElementById(button?.getAttribute('popovertarget') ?? '')
  if (popover !== null) togglePopover(popover, !openPopovers.has(popover))
})

// For each element, jsdom matches every rule of the browser's style sheet, which takes most of the time of a
// query by role. No other style sheet is loaded, so elements with the same name and attributes share a style.
const computeStyle = window.getComputedStyle.bind(window)
const computedStyles = new Map<string, CSSStyleDeclaration>()
window.getComputedStyle = (element) => {
  const isOpen = openPopovers.has(element)
  const names = ['hidden', 'open', 'style', 'type', ...(isOpen ? [] : ['popover'])]
  const attributes = names.map((name) => element.getAttribute(name))
  const key = JSON.stringify([element.localName, ...attributes])
  const cached = computedStyles.get(key)
  if (cached !== undefined) return cached
  const copy = document.importNode(element)
  if (isOpen) copy.removeAttribute('popover')
  const style = computeStyle(copy)
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
