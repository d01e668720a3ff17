import { expect, test } from 'vitest'
import { FAILED_RESPONSE, startBrowsing } from '../support/browse.ts'

const DISTRIBUTION = '/tx/a516473115ee27f157357ff0f22cc313c907350415075e41d42244e0a08ae1f0'
const MINT_AND_SEND = '/tx/32807bc258365fa294e099a863ec965f1a38b5d02fbf9d9dea2cd4b5c953838e'

const browse = startBrowsing(FAILED_RESPONSE)

test('hovering over a flow highlights its row, and hovering over or focusing a row highlights its flow', async () => {
  await browse({}, async (page) => {
    await page.goto(`${MINT_AND_SEND}?view=charts`)
    const rows = page.getByRole('table').locator('tbody tr')
    const ribbons = page.locator('figure path')
    const marks = () =>
      page.locator('[data-marked]').evaluateAll((marked) => marked.map(({ tagName }) => tagName))
    const background = () => rows.nth(1).evaluate((row) => getComputedStyle(row).backgroundColor)
    const plain = await background()

    await ribbons.nth(1).hover()
    await expect.poll(marks).toEqual(['path', 'TR'])
    expect(await background()).not.toBe(plain)
    await page.getByRole('heading', { level: 1 }).hover()
    await expect.poll(marks).toEqual([])
    await rows.nth(0).hover()
    await expect.poll(() => ribbons.nth(0).getAttribute('data-marked')).toBe('true')
    await page.getByRole('heading', { level: 1 }).hover()
    await rows.nth(1).getByRole('link').first().focus()
    await expect.poll(() => ribbons.nth(1).getAttribute('data-marked')).toBe('true')
    // The bar of an output highlights all flows to it.
    await page.locator('figure line').last().hover({ force: true })
    await expect.poll(marks).toEqual(['path', 'path', 'TR', 'TR'])
  })
})

test('each label of a chart is next to its flow, and labels do not overlap', async () => {
  const viewport = { width: 360, height: 800 }
  await browse({ viewport }, async (page) => {
    await page.goto(`${DISTRIBUTION}?view=charts`)
    await page.locator('figure').waitFor()
    const outputs = page.locator('figure text[data-side=target]')
    const boxes = await outputs.evaluateAll((labels) =>
      labels.map((label) => ({
        text: label.textContent,
        edge: Number(label.getAttribute('data-edges')),
        top: label.getBoundingClientRect().top,
        bottom: label.getBoundingClientRect().bottom,
      })),
    )
    expect(boxes).toHaveLength(30)
    const rows = page.getByRole('table').locator('tbody tr')
    for (const [index, { text, edge, top }] of boxes.entries()) {
      expect(await rows.nth(edge).textContent()).toContain(text.split(' ')[0])
      expect(top).toBeGreaterThanOrEqual(boxes[index - 1]?.bottom ?? 0)
    }
  })
})

test('a printed chart has no hint for the pointer', async () => {
  await browse({}, async (page) => {
    await page.goto(`${MINT_AND_SEND}?view=charts`)
    const hint = page.getByText(/^Hover over a flow/)
    await hint.waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await hint.isVisible()).toBe(false)
  })
})
