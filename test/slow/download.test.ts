import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { FAILED_RESPONSE, readDownload, startBrowsing } from '../support/browse.ts'
import { sumOfDatabase, sumOfFile } from '../support/sumOfFile.ts'

const browse = startBrowsing(FAILED_RESPONSE)

const HEIGHT = 999_999_999
const RECORDS = 20_000

test(`a block of ${RECORDS} records is downloaded with exact amounts`, async () => {
  await browse({}, async (page) => {
    await page.goto(`/block/${HEIGHT}?view=download`)
    await page
      .getByText(new RegExp(`^All ${RECORDS.toLocaleString('en')} records .*loaded`))
      .first()
      .waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV of all records', exact: true }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(`block-${HEIGHT}.csv`)
    await page.getByText(`Saved block-${HEIGHT}.csv`).first().waitFor()
    const rows: Record<string, string>[] = parse(await readDownload(download), {
      columns: true,
      record_delimiter: '\r\n',
    })
    expect(rows.map(({ record }) => Number(record))).toEqual(rows.map((_, index) => index + 1))
    expect(rows).toHaveLength(RECORDS)
    expect(sumOfFile(rows)).toEqual(await sumOfDatabase(HEIGHT))
  })
})
