import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { BLOCK, BLOCK_ANSWER, openAndKeep, type startReading } from './keeping.ts'
import { createTestService, EXPLORER, listen } from './startService.ts'

/** Expects that a new service worker, which begins with `code`, waits until the reader agrees. */
export async function expectOffer(read: ReturnType<typeof startReading>, code: string) {
  const service = createTestService()
  let added = ''
  const origin = await listen(async (request) => {
    if (!request.url.endsWith('/sw.js')) return service.fetch(request)
    const headers = { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' }
    return new Response(`${added}\n${readFileSync(`${EXPLORER}/sw.js`, 'utf8')}`, { headers })
  })
  await read(origin, async (page) => {
    await openAndKeep(page, BLOCK, BLOCK_ANSWER)
    await page.goto(BLOCK)
    added = `// newer\n${code}`
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    const offer = page.getByRole('region', { name: 'A new version of Cairn is ready' })
    await offer.waitFor()
    const pages = page.getByRole('navigation', { name: 'Pages, top' })
    await pages.getByRole('link', { name: 'Next' }).click()
    await page.getByText('21–40 of 4,756').first().waitFor()
    const waits = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        return (registration?.waiting ?? null) !== null
      })
    expect(await waits()).toBe(true)

    await page.evaluate(() => document.body.setAttribute('data-before', ''))
    await offer.getByRole('button', { name: 'Use it' }).click()
    await page.locator('body:not([data-before])').waitFor()
    await page.getByText('21–40 of 4,756').first().waitFor()
    expect(await waits()).toBe(false)
    expect(await offer.count()).toBe(0)
  })
}
