import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

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

/** Starts it without a window's sandbox or any traffic of its own. */
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
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    process.env.CHROME_PATH,
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
    ...PLACES,
    chromium.executablePath(),
  ]
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path))
}
