/** The path of an installed Chrome or Chromium, or undefined. */
export function findChromium(): string | undefined

/** The same for tests: without CHROME_PATH the one without windows, where there is one. */
export function findTestChromium(): string | undefined

/** Starts it without a window's sandbox or any traffic of its own. */
export const QUIET_FLAGS: string[]
