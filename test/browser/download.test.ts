import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { FAILED_RESPONSE, readDownload, startBrowsing } from '../support/browse.ts'
import { sumOfDatabase, sumOfFile } from '../support/sumOfFile.ts'

const browse = startBrowsing(FAILED_RESPONSE)

test('a block of 20,000 records is downloaded with exact amounts', async () => {
  await browse({}, async (page) => {
    await page.goto('/block/999999999?view=download')
    await page.getByText('All 20,000 records loaded').first().waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV of all records', exact: true }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('block-999999999.csv')
    await page.getByText('Saved block-999999999.csv').first().waitFor()
    const rows: Record<string, string>[] = parse(await readDownload(download), {
      columns: true,
      record_delimiter: '\r\n',
    })
    expect(rows.map(({ record }) => Number(record))).toEqual(rows.map((_, index) => index + 1))
    expect(rows).toHaveLength(20_000)
    expect(sumOfFile(rows)).toEqual(await sumOfDatabase())
  })
})
