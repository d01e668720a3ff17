/** The path of an installed Chrome or Chromium, or undefined. */
export function findChromium(): string | undefined
