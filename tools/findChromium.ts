import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

// Headless Chromium, which opens a page in a third of the time.
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome.exe',
]
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Starts Chromium without a sandbox or background traffic. */
export const QUIET_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The path of an installed Chrome or Chromium: CHROME_PATH, then the search path, then the usual
 * places, then what Playwright downloaded. Undefined when there is none.
 */
export function findChromium(): string | undefined {
  const installed = [...onSearchPath(NAMES), ...PLACES, chromium.executablePath()]
  return [process.env.CHROME_PATH, ...installed].find(exists)
}

/** The same for tests: CHROME_PATH, else a headless shell if there is one, else `findChromium()`. */
export function findTestChromium(): string | undefined {
  return [process.env.CHROME_PATH, ...onSearchPath(SHELLS)].find(exists) ?? findChromium()
}

/** @throws when there is none. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined)
    throw new Error('No Chromium was found. Set CHROME_PATH to the path of one.')
  return chromium.launch({ executablePath, args: QUIET_FLAGS })
}

function onSearchPath(names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name)))
}

function exists(path: string | undefined): boolean {
  return path !== undefined && path !== '' && existsSync(path)
}
