import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { buildIfStale } from '../../scripts/buildIfStale.mjs'
import { findTestChromium, QUIET_FLAGS } from '../../scripts/findChromium.mjs'
import { startCairn } from './startCairn.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the Chromium of the run is reached. */
    browserUrl: string
    /** Where Cairn is, as `npm start` runs it. */
    cairnOrigin: string
  }
}

/** Starts one Chromium, which asks nothing but this machine, and one Cairn for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildIfStale()
  const executablePath = findTestChromium()
  if (executablePath === undefined) throw new Error('No Chromium: run npm test, which gets one.')
  const args = [...QUIET_FLAGS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']
  const browser = await chromium.launchServer({ executablePath, args })
  const cairn = await startCairn(project.getProvidedContext().databaseFile)
  project.provide('browserUrl', browser.wsEndpoint())
  project.provide('cairnOrigin', cairn.origin)
  return async () => {
    await browser.close()
    await cairn.stop()
  }
}
