import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { findTestChromium, QUIET_FLAGS } from '../../tools/findChromium.ts'
import { buildExplorer } from './buildExplorer.ts'
import { startCairn } from './startCairn.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The WebSocket URL of the Chromium that all tests share. */
    browserUrl: string
    /** The origin of a Cairn that runs as `npm start` runs it. */
    cairnOrigin: string
  }
}

/** Starts one Chromium, which can only reach this machine, and one Cairn for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildExplorer()
  const executablePath = findTestChromium()
  if (executablePath === undefined) throw new Error('No Chromium: run npm test, which gets one.')
  const args = [...QUIET_FLAGS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']
  const browser = await chromium.launchServer({ executablePath, args })
  const cairn = await startCairn({ DATA_DIR: project.getProvidedContext().dataFolder })
  project.provide('browserUrl', browser.wsEndpoint())
  project.provide('cairnOrigin', cairn.origin)
  return async () => {
    await browser.close()
    await cairn.stop()
  }
}
