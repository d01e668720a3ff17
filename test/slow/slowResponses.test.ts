import { expect, test } from 'vitest'
import { open, startBrowsing } from '../support/browse.ts'

const browse = startBrowsing()

test('a list whose response takes too long says so, and loads when the reader tries again', async () => {
  await browse({}, async (page) => {
    await open(page, '/about')
    let isStopped = true
    let requests = 0
    await page.route(/\/explorer\/v1\/runes\?/, async (route) => {
      requests += 1
      if (!isStopped) await route.continue()
    })
    await page.clock.install()
    await page.getByRole('banner').getByRole('link', { name: 'Runes' }).click()
    await expect.poll(() => requests).toBe(1)
    await page.clock.fastForward(20_000)
    await page.getByRole('heading', { name: 'The service took too long to respond' }).waitFor()
    isStopped = false
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.getByRole('table', { name: 'Runes' }).waitFor()
  })
})
