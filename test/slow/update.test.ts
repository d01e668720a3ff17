import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findTestChromium, QUIET_FLAGS } from '../../tools/findChromium.ts'
import { BLOCK, BLOCK_RESPONSE } from '../support/offline.ts'
import { listen, startService } from '../support/startService.ts'

// Without Playwright: while it debugs a service worker, Chromium sometimes does not replace it.
test('a new version is offered and only activated when the user accepts it', async () => {
  const service = await startService()
  let added = ''
  let report = (_: unknown) => {}
  const reported = new Promise((resolve) => {
    report = resolve
  })
  const origin = await listen(async (request) => {
    const { pathname } = new URL(request.url)
    const reply = (body: string, type: string) =>
      new Response(body, { headers: { ...ISOLATED, 'Content-Type': type } })
    switch (pathname) {
      case '/reader.html':
        return reply(
          `<script type="module">(${read})(${JSON.stringify(STEPS)}).catch(${reportError})</script>`,
          'text/html; charset=utf-8',
        )
      case '/publish':
        added = '// newer'
        return reply('', 'text/plain')
      case '/report':
        report(await request.json())
        return reply('', 'text/plain')
      case '/serviceWorker.js':
        return reply(
          `${added}\n${readFileSync('build/explorer/serviceWorker.js', 'utf8')}`,
          'text/javascript',
        )
      default:
        return fetch(request.url.replace(new URL(request.url).origin, service), {
          // `fetch` would decode the body and keep the header that says that it is encoded.
          headers: { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' },
          redirect: 'manual',
        })
    }
  })
  openChromium(`${origin}/reader.html`)
  expect(await reported).toEqual({
    waitsAfterTurningThePage: true,
    reloadedAt: `${BLOCK}?group=off&offset=25`,
    offeredAgain: false,
  })
}, 120_000)

const STEPS = { block: BLOCK, response: BLOCK_RESPONSE }

// So that the reader's page may look into the window that it opens.
const ISOLATED = { 'Cache-Control': 'no-cache', 'Cross-Origin-Opener-Policy': 'same-origin' }

/** Runs in the browser: what a reader does in the window `app`. */
async function read({ block, response }: typeof STEPS): Promise<void> {
  const until = async <Found>(find: () => Promise<Found> | Found): Promise<NonNullable<Found>> => {
    for (;;) {
      const found = await find()
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const app = window.open(`${block}?group=off`)
  if (app === null) throw new Error('no window')
  const find = (selector: string, text: string) =>
    [...app.document.querySelectorAll<HTMLElement>(selector)].find((element) =>
      element.textContent?.includes(text),
    )
  const waits = async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return registration?.waiting != null
  }
  await until(() => caches.match(response, { ignoreVary: true }))
  await fetch('/publish')
  await (await navigator.serviceWorker.ready).update()
  const update = await until(() => find('button', 'Update'))
  ;(await until(() => find('nav[aria-label="Pages, below"] a', '2'))).click()
  await until(() => find('main', '26–50 of 799'))
  const waitsAfterTurningThePage = await waits()
  const { document } = app
  update.click()
  await until(() => app.document !== document && find('main', '26–50 of 799'))
  await until(async () => app.document.readyState === 'complete' && !(await waits()))
  // An offer would follow a check for a newer version.
  await (await navigator.serviceWorker.ready).update()
  await until(() => app.navigator.serviceWorker.controller?.state === 'activated')
  const body = JSON.stringify({
    waitsAfterTurningThePage,
    reloadedAt: app.location.pathname + app.location.search,
    offeredAgain: find('button', 'Update') !== undefined,
  })
  await fetch('/report', { method: 'POST', body })
}

/** Runs in the browser. */
function reportError(error: unknown): void {
  void fetch('/report', { method: 'POST', body: JSON.stringify(String(error)) })
}

/** Opens a page in a Chromium of its own, until the test ends. */
function openChromium(url: string): void {
  const profile = mkdtempSync(join(tmpdir(), 'cairn-update-'))
  const flags = [
    ...QUIET_FLAGS,
    '--headless',
    '--lang=en-US',
    '--disable-popup-blocking',
    `--user-data-dir=${profile}`,
  ]
  const child = spawn(findTestChromium() ?? '', [...flags, url], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await exited
    await rm(profile, { recursive: true, maxRetries: 10 })
  })
}
