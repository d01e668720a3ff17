import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { holdRequests, open, startBrowsing, startPatient } from '../support/browse.ts'
import { BLOCK, LONGCOIN, RUNE, TX } from '../support/bundledIds.ts'

const browse = startBrowsing()
const browseRefusals = startBrowsing(/Content Security Policy|'Trusted|Framing/)

test('the browser refuses what a page of Cairn does not do by itself', async () => {
  await browseRefusals({}, async (page) => {
    await open(page, '/about')
    const outcomes = await page.evaluate(async () => {
      const script = document.createElement('script')
      const attempts: Record<string, () => unknown> = {
        'an inline script': () => {
          script.textContent = 'document.title = ""'
        },
        'markup from a text': () => {
          document.body.innerHTML = '<p>text</p>'
        },
        'another origin': () => fetch('http://127.0.0.1:9/'),
        'a style': () => {
          document.body.setAttribute('style', 'position: fixed')
          if (getComputedStyle(document.body).position !== 'fixed') throw new Error('refused')
        },
        'a frame': async () => {
          const violated = new Promise((_, reject) => {
            document.addEventListener('securitypolicyviolation', reject, { once: true })
          })
          const frame = document.createElement('iframe')
          frame.src = location.href
          document.body.append(frame)
          await Promise.race([violated, new Promise((resolve) => (frame.onload = resolve))])
        },
      }
      const refused: string[] = []
      for (const [name, attempt] of Object.entries(attempts)) {
        try {
          await attempt()
        } catch {
          refused.push(name)
        }
      }
      return { all: Object.keys(attempts), refused }
    })
    expect(outcomes.refused).toEqual(outcomes.all)
  })
})

test('without JavaScript, filters, pages, searching and exports work', async () => {
  await browse(
    { javaScriptEnabled: false, baseURL: await startPatient() },
    async (page, origin) => {
      await page.goto(`/block/${BLOCK}?group=off`)
      await page.getByRole('link', { name: 'Next page' }).click()
      await page.getByText('26–50 of 799').waitFor()
      await page.getByRole('link', { name: /^Mints/ }).click()
      await page.waitForURL(`/block/${BLOCK}?group=off&type=mint`)
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.getByRole('textbox', { name: 'Rune' }).fill('1:0')
      await page.getByRole('button', { name: 'Show' }).click()
      await page.getByRole('link', { name: 'Remove the filter Rune 1:0' }).waitFor()
      await page.getByRole('button', { name: 'Export' }).click()
      const csv = page.getByRole('link', { name: /^CSV ?for programs/ })
      const response = await fetch(origin + (await csv.getAttribute('href')))
      expect(await response.text()).toContain('UNCOMMON•GOODS')
      await page.getByRole('combobox').fill('lambo•lifestyle')
      await page.keyboard.press('Enter')
      await page.waitForURL(`/rune/${RUNE}`)
    },
  )
})

test('a page with an unknown parameter is hydrated, not rendered again', async () => {
  await browse({ baseURL: await startPatient() }, async (page) => {
    await page.route(/\/assets\/index-.*\.js$/, async (route) => {
      // Rendering the page again would replace this element.
      await page.locator('h1').evaluate((heading) => heading.setAttribute('data-rendered', ''))
      await route.continue()
    })
    await open(page, `/block/${BLOCK}?utm_source=chat`)
    expect(await page.locator('h1[data-rendered]').count()).toBe(1)
    expect(await page.locator('head > title, head > link[rel=canonical]').count()).toBe(2)
  })
})

test('Back works when it is pressed before the explorer runs', async () => {
  await browse({ baseURL: await startPatient() }, async (page) => {
    await open(page, `/block/${BLOCK}?group=off`)
    await page.getByRole('link', { name: 'Next page' }).click()
    await page.getByText('26–50 of 799').waitFor()
    const release = await holdRequests(page, /assets\/index-.*\.js/)
    await page.reload({ waitUntil: 'commit' })
    await page.getByText('26–50 of 799').waitFor()
    // Both history entries belong to one document, so the browser does not load a page.
    await page.evaluate(() => history.back())
    await page.waitForURL(`/block/${BLOCK}?group=off`, { waitUntil: 'commit' })
    release()
    await page.getByText('1–25 of 799').waitFor()
  })
})

test('copying a shortened id gives all of it', async () => {
  await browse({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    await open(page, `/tx/${TX}`)
    const read = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('button', { name: 'Copy transaction id' }).first().click()
    expect(await read()).toBe(TX)
    const address = page.locator('tbody td:last-child a[href^="/address/"]').first()
    const id = (await address.getAttribute('href'))?.replace('/address/', '')
    await address.evaluate((element) => getSelection()?.selectAllChildren(element))
    await page.keyboard.press('Control+C')
    expect(await read()).toBe(id)
  })
})

test.each([
  [390, true],
  [320, false],
])('at %i px, the pill shows what the index is: %s', async (width, isShown) => {
  await browse({ viewport: { width, height: 844 } }, async (page) => {
    for (const path of ['/', '/blocks']) {
      await open(page, path)
      const pill = page.getByRole('banner').getByRole('link', { name: /^Snapshot/ })
      expect(await pill.getByText('Snapshot').evaluate((it) => it.clientWidth > 1)).toBe(isShown)
    }
  })
})

test('an image loads after consent only, and one that fails is said to', async () => {
  await browse({}, async (page) => {
    const requested: string[] = []
    await page.route(/^https:/, (route) => {
      requested.push(route.request().url())
      return route.fulfill({ status: 200, contentType: 'image/png', body: 'no image' })
    })
    await open(page, `/token/${LONGCOIN}`)
    await page.getByRole('button', { name: 'Load image' }).waitFor()
    expect(requested).toEqual([])
    // Each address of the image may be of another host.
    const next = page.getByRole('button', { name: 'Load image' })
    const failed = page.getByText('The image did not load')
    while (!(await failed.isVisible())) {
      if (await next.isVisible()) await next.click()
      await next.or(failed).waitFor()
    }
    expect(requested.length).toBeGreaterThan(0)
  })
})

test('the picture of a page is saved, with its link, where there is no share sheet', async () => {
  await browse({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page, origin) => {
    await open(page, `/block/${BLOCK}`)
    // On a busy machine the first drawing may be given up.
    const picture = `/previews/block/${BLOCK}.png?theme=light`
    await expect.poll(async () => (await page.request.get(picture)).status()).toBe(200)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Share picture' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe(`Block-${BLOCK}.png`)
    const bytes = await buffer(await saved.createReadStream())
    expect(bytes.toString('latin1', 1, 4)).toBe('PNG')
    await page.getByText('Picture saved, and its link copied').first().waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${origin}/block/${BLOCK}`,
    )
  })
})
