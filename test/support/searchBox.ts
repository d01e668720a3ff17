import { screen } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

export const findBox = () => screen.findByRole('combobox', { name: /^Search/ })

/** The first suggestion with a name. */
export const findSuggestion = async (name: RegExp) =>
  (await screen.findAllByRole('option', { name }))[0]

/** Lets a test advance timers, which also continue to run. */
export function fakeTimers() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

/** Discards what an earlier test stored. */
export function forgetViewedPages() {
  dispatchEvent(new StorageEvent('storage'))
}
