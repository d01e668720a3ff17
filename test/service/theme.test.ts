import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { startService } from '../support/startService.ts'

async function ask(origin: string, path: string, cookie: string, tag = '') {
  const response = await fetch(origin + path, {
    headers: { Accept: 'text/html', Cookie: cookie, 'If-None-Match': tag },
  })
  const { document } = new JSDOM(await response.text()).window
  return { response, document, tag: response.headers.get('ETag') ?? '' }
}

const start = () => startService({ pages: 'rendered' })

test('a page comes in the theme that its reader chose', async () => {
  const origin = await start()
  const dark = await ask(origin, '/block/849250', 'a=b; theme=dark')
  expect(dark.document.documentElement.dataset.theme).toBe('dark')
  const media = [...dark.document.querySelectorAll('meta[name="theme-color"]')].map((color) =>
    color.getAttribute('media'),
  )
  expect(media).toEqual(['not all', 'all'])
  expect(dark.response.headers.get('Vary')).toContain('Cookie')

  const light = await ask(origin, '/block/849250', 'theme=light', dark.tag)
  expect([light.response.status, light.document.documentElement.dataset.theme]).toEqual([
    200,
    'light',
  ])
  const again = await ask(origin, '/block/849250', 'theme=dark', dark.tag)
  expect(again.response.status).toBe(304)
})

test.each(['', 'theme=', 'theme=blue', 'mytheme=dark', 'theme=darker'])(
  'the cookie "%s" leaves the page as it is without one',
  async (cookie) => {
    const origin = await start()
    const plain = await ask(origin, '/block/849250', '')
    const page = await ask(origin, '/block/849250', cookie)
    expect(page.tag).toBe(plain.tag)
    expect(page.response.headers.get('Vary')).toContain('Cookie')
    expect(page.document.documentElement.hasAttribute('data-theme')).toBe(false)
  },
)

test('data and files know no theme', async () => {
  const origin = await start()
  for (const path of ['/runes/v1/blocks/849250/activity', '/theme.js']) {
    const [plain, dark] = await Promise.all(
      ['', 'theme=dark'].map((Cookie) => fetch(origin + path, { headers: { Cookie } })),
    )
    expect(await dark?.text()).toBe(await plain?.text())
    expect(dark?.headers.get('Vary') ?? '').not.toContain('Cookie')
  }
})
