import { expect, test } from 'vitest'
import { getPage, startPages } from '../support/getPage.ts'

async function getWithCookie(origin: string, cookie: string, tag = '') {
  const page = await getPage(origin, '/block/849250', { Cookie: cookie, 'If-None-Match': tag })
  return { ...page, tag: page.response.headers.get('ETag') ?? '' }
}

test('a page is rendered in the theme of the cookie', async () => {
  const origin = await startPages()
  const dark = await getWithCookie(origin, 'a=b; theme=dark')
  expect(dark.document.documentElement.dataset.theme).toBe('dark')
  const media = [...dark.document.querySelectorAll('meta[name="theme-color"]')].map((color) =>
    color.getAttribute('media'),
  )
  expect(media).toEqual(['not all', 'all'])
  expect(dark.response.headers.get('Vary')).toContain('Cookie')

  const light = await getWithCookie(origin, 'theme=light', dark.tag)
  expect([light.response.status, light.document.documentElement.dataset.theme]).toEqual([
    200,
    'light',
  ])
  const again = await getWithCookie(origin, 'theme=dark', dark.tag)
  expect(again.response.status).toBe(304)
})

test.each(['', 'theme=', 'theme=blue', 'mytheme=dark', 'theme=darker'])(
  'the cookie "%s" does not change the page',
  async (cookie) => {
    const origin = await startPages()
    const plain = await getWithCookie(origin, '')
    const page = await getWithCookie(origin, cookie)
    expect(page.tag).toBe(plain.tag)
    expect(page.response.headers.get('Vary')).toContain('Cookie')
    expect(page.document.documentElement.hasAttribute('data-theme')).toBe(false)
  },
)

test('data and static files do not depend on the theme', async () => {
  const origin = await startPages()
  for (const path of ['/runes/v1/blocks/849250/activity', '/themeBeforePaint.js']) {
    const [plain, dark] = await Promise.all(
      ['', 'theme=dark'].map((Cookie) => fetch(origin + path, { headers: { Cookie } })),
    )
    expect(await dark?.text()).toBe(await plain?.text())
    expect(dark?.headers.get('Vary') ?? '').not.toContain('Cookie')
  }
})
