import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from 'playwright-core'

export type Conditions = {
  /** How many times slower the CPU is. */
  cpu: number
  /** Milliseconds, and bytes a second. */
  network?: { latency: number; downloadThroughput: number; uploadThroughput: number }
}

export type Tab = { page: Page; context: BrowserContext; session: CDPSession }

/** Opens a tab in a fresh profile without a service worker. */
export async function openTab(
  browser: Browser,
  { cpu, network }: Conditions,
  options: BrowserContextOptions = {},
): Promise<Tab> {
  const context = await browser.newContext({ locale: 'en-US', serviceWorkers: 'block', ...options })
  // tsx wraps functions in calls of this helper, including those that are evaluated in a page.
  await context.addInitScript('globalThis.__name = (named) => named')
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (network !== undefined) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
  }
  return { page, context, session }
}
