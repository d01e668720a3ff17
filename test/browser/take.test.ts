import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { EXPLAINED, startBrowsing } from '../support/browse.ts'
import { sumOfDatabase, sumOfFile } from '../support/sumOfFile.ts'

const browse = startBrowsing(EXPLAINED)

test('where a file can be chosen a large set is written to it, with progress, until cancelled', async () => {
  await browse({}, async (page) => {
    await page.addInitScript(CHOOSE)
    await page.goto('/block/999999999?view=take')
    await page.getByText('All 20,000 records read').first().waitFor()
    const button = page.getByRole('button', { name: 'CSV for programs of all records' })
    await button.click()
    await page.getByText('11,000 of 20,000 written').waitFor()
    await page.getByRole('button', { name: 'Cancel writing' }).click()
    await page.getByText('Cancelled: nothing was saved').first().waitFor()
    expect(await page.evaluate(READ)).toBe('')

    await page.evaluate('holdAt = Infinity')
    await button.click()
    await page.getByText('Saved block-999999999-plain.csv').first().waitFor()
    const text = String(await page.evaluate(READ))
    const rows: Record<string, string>[] = parse(text, { columns: true, record_delimiter: '\r\n' })
    expect(sumOfFile(rows)).toEqual(await sumOfDatabase())
  })
})

// Chromium without a window has no dialog: a real file of the page's own is chosen instead. The
// twelfth of its slices of records is held, so that there is something to cancel.
const CHOOSE = `
  globalThis.holdAt = 13
  const chosen = async () =>
    (await navigator.storage.getDirectory()).getFileHandle('chosen', { create: true })
  globalThis.showSaveFilePicker = async () => {
    const file = await chosen()
    return {
      async createWritable() {
        const stream = await file.createWritable()
        let writes = 0
        return {
          write: (bytes) => (++writes < holdAt ? stream.write(bytes) : new Promise(() => {})),
          close: () => stream.close(),
          abort: () => stream.abort(),
        }
      },
    }
  }`

const READ = `(async () => {
  const file = await (await navigator.storage.getDirectory()).getFileHandle('chosen')
  return (await file.getFile()).text()
})()`
