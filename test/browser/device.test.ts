import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { tokenPath } from '../../src/contract/paths.ts'
import { holdBack } from '../support/browse.ts'
import {
  BLOCK,
  BLOCK_ANSWER,
  expectKept,
  LONGCOIN,
  openAndKeep,
  startReading,
} from '../support/keeping.ts'
import { startService } from '../support/startService.ts'

const DAY = 86_400_000

const read = startReading()

/** Hands answers to the worker, as a page does with those that it carried. */
async function handOver(page: Page, answers: { url: string; text: string; readAt: number }[]) {
  await page.evaluate(async (answers) => {
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ type: 'keep', answers })
  }, answers)
}

test('the device’s page lists what opens, and forgets everything when asked twice', async () => {
  await read(await startService(), async (page) => {
    await openAndKeep(page, BLOCK, BLOCK_ANSWER)
    await page.evaluate(() => {
      localStorage.setItem('cairn.imageHosts', '["images.example"]')
      sessionStorage.setItem('a', 'b')
      indexedDB.open('c')
    })
    await page.goto('/device')
    await page.getByText('images.example').waitFor()
    expect(await page.getByRole('link', { name: 'Block 849,250' }).getAttribute('href')).toBe(BLOCK)
    const forget = page.getByRole('button', { name: 'Forget everything', exact: true })
    await forget.click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await expectKept(page, BLOCK_ANSWER, true)

    await forget.click()
    await page.getByRole('button', { name: 'Yes, forget everything' }).click()
    await page.getByRole('status').getByText('Everything is forgotten').waitFor()
    await page.getByText('0 answers').waitFor()
    expect(await page.getByText('images.example').count()).toBe(0)
    // The worker is let go, but serves this page as long as it is open: it keeps nothing any more.
    await page.getByRole('link', { name: 'API' }).click()
    await page.getByText('total_supply').first().waitFor()
    const left = await page.evaluate(async () => ({
      caches: await caches.keys(),
      databases: await indexedDB.databases(),
      storage: localStorage.length + sessionStorage.length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }))
    expect(left).toEqual({ caches: [], databases: [], storage: 0, workers: 0 })
  })
})

test('what is forgotten while the explorer prepares for offline does not come back', async () => {
  await read(await startService(), async (page) => {
    const letPass = await holdBack(page, '**/assets/SearchPage-*.js')
    const asked = page.waitForRequest('**/assets/SearchPage-*.js')
    await page.goto('/device')
    await asked
    await page.getByRole('button', { name: 'Forget everything', exact: true }).click()
    await page.getByRole('button', { name: 'Yes, forget everything' }).click()
    await page.getByRole('status').getByText('Everything is forgotten').waitFor()
    letPass()
    // The worker would come right after the last piece.
    await page.waitForLoadState('networkidle')
    const left = await page.evaluate(async () => ({
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }))
    expect(left).toEqual({ caches: [], workers: 0 })
  })
})

test('settled blocks stay for ever, anything else for thirty days', async () => {
  const origin = await startService()
  const [block, token] = await Promise.all(
    [BLOCK_ANSWER, tokenPath(LONGCOIN)].map(async (path) => (await fetch(origin + path)).text()),
  )
  await read(origin, async (page) => {
    await openAndKeep(page, '/', '/explorer/v1/about')
    const [recent, old] = [Date.now() - 29 * DAY, Date.now() - 31 * DAY]
    await handOver(page, [
      { url: '/metadata/v1/ft/recent', text: token ?? '', readAt: recent },
      { url: '/metadata/v1/ft/old', text: token ?? '', readAt: old },
      { url: '/runes/v1/blocks/1/activity', text: block ?? '', readAt: old },
      { url: '/runes/v1/blocks/2/activity', text: '{"total":0,"results":[]}', readAt: old },
      { url: '/elsewhere', text: '{}', readAt: recent },
      { url: '/explorer/v1/last', text: '{}', readAt: recent },
    ])
    await expectKept(page, '/explorer/v1/last', true)
    await expectKept(page, '/metadata/v1/ft/recent', true)
    await expectKept(page, '/metadata/v1/ft/old', false)
    await expectKept(page, '/runes/v1/blocks/1/activity', true)
    await expectKept(page, '/runes/v1/blocks/2/activity', false)
    await expectKept(page, '/elsewhere', false)
  })
})
