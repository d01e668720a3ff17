import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pathTo } from '../../src/contract/client.ts'
import { LONGCOIN, RUNE } from '../support/bundledIds.ts'
import { createDemoNode, replaceBlocks } from '../support/indexFollower.ts'
import {
  BLOCK,
  BLOCK_RESPONSE,
  expectCached,
  openAndCache,
  startVisiting,
} from '../support/offline.ts'
import { followNode } from '../support/servedData.ts'
import { hastyClock, startService, startStoppable } from '../support/startService.ts'

const visit = startVisiting()

/** Pages that a reader has visited, and a response of each. */
const VISITED = [
  [BLOCK, BLOCK_RESPONSE, '840,002'],
  [`/token/${LONGCOIN}`, pathTo('token', { principal: LONGCOIN }), 'LONGcoin'],
  [`/rune/${RUNE}`, pathTo('runeDetails', { rune: RUNE }), 'LAMBO•LIFESTYLE'],
  ['/runes', pathTo('runes', { order_by: 'day_movements', offset: 0, limit: 25 }), 'Runes'],
] as const

test.each(VISITED)('%s opens offline and says so', async (path, response, heading) => {
  await visit(await startService(), async (page) => {
    await openAndCache(page, path, response)
    await page.context().setOffline(true)
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await page.getByRole('banner').getByText('Offline').waitFor()
    await page
      .getByText(/^You are offline|^Stored/)
      .first()
      .waitFor()
    await page.context().setOffline(false)
    await page.getByRole('banner').getByText('Offline').waitFor({ state: 'detached' })
  })
})

test('an offline page says from which block its data are, also after newer ones replaced it', async () => {
  const node = createDemoNode(80)
  const data = await followNode(node)
  const { height } = node.tip
  const path = `/block/${height}?group=off`
  await visit(await startService({ data, monotonicMs: hastyClock() }), async (page) => {
    const paging = { offset: 0, limit: 25 }
    const response = pathTo('blockMovements', { block: height, change: 'hide', ...paging })
    await openAndCache(page, path, response)
    // An open page would ask for the new block.
    await page.goto('about:blank')
    replaceBlocks(node, 3)
    await data.following.untilTip()
    await page.context().setOffline(true)
    await page.goto(path)
    await page.getByText(`Stored at block ${height}`).waitFor()
  })
})

test('a page that was not visited says that it loads when the connection returns, and does', async () => {
  await visit(await startService(), async (page) => {
    await openAndCache(page, BLOCK, BLOCK_RESPONSE)
    await page.context().setOffline(true)
    await page.goto('/tokens')
    await page.getByRole('heading', { name: 'You are offline' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('table', { name: 'Tokens' }).waitFor()
  })
})

test('without the service, the shell opens and the page says what is the matter', async () => {
  const { origin, stop } = await startStoppable()
  await visit(origin, async (page) => {
    await openAndCache(page, BLOCK, BLOCK_RESPONSE)
    await stop()
    await page.goto('/names')
    await page.getByRole('heading', { name: 'The service cannot be reached' }).waitFor()
    await page.goto(BLOCK)
    await page.getByRole('heading', { level: 1, name: '840,002' }).waitFor()
  })
})

test('deleting the stored data deletes the cached responses and the choices', async () => {
  await visit(await startService(), async (page) => {
    await openAndCache(page, BLOCK, BLOCK_RESPONSE)
    await page.getByRole('button', { name: 'Favourite' }).click()
    await page.goto('/settings')
    await page.getByText('1 favourite').waitFor()
    await page.getByRole('button', { name: 'Delete everything' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('0 favourites').waitFor()
    await expect.poll(() => isCached(page)).toBe(false)
  })
})

function isCached(page: Page): Promise<boolean> {
  return page.evaluate(async (url) => (await caches.match(url)) !== undefined, BLOCK_RESPONSE)
}

test('Cairn can be installed', async () => {
  const origin = await startService()
  expect((await fetch(`${origin}/serviceWorker.js`)).headers.get('Cache-Control')).toBe('no-cache')
  await visit(origin, async (page) => {
    await page.goto(BLOCK)
    await expectCached(page, BLOCK_RESPONSE)
    const session = await page.context().newCDPSession(page)
    const { manifest, errors } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const own = { name: expect.stringContaining('Cairn'), startUrl: `${origin}/`, id: `${origin}/` }
    expect(manifest).toMatchObject({ ...own, display: 'kStandalone' })
    const images = (manifest.icons ?? []).filter(({ type }) => type === 'image/png')
    expect(images.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  })
})
