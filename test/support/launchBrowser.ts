import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../../scripts/findChromium.mjs'

/** A real Chromium, which asks nothing but this machine. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('No Chromium: run npm test, which gets one.')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
}
