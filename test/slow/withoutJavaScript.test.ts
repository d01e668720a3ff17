import { test } from 'vitest'
import { open, startBrowsing } from '../support/browse.ts'

const LOCALIZED = '/token/ST000000000000000000002AMW42H.cairn-sample-localized'

const browse = startBrowsing(/^$/)

test('without JavaScript, filtering and sorting lists and choosing a locale work', async () => {
  await browse({ javaScriptEnabled: false }, async (page) => {
    await open(page, '/search?q=longcoin')
    await page.getByRole('link', { name: 'Tokens' }).click()
    await page.getByRole('textbox', { name: 'Name contains' }).fill('longcoin')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.waitForURL('**/tokens?name=longcoin*')
    await page.getByText('888,888,888,888.888888').waitFor()
    await page.getByRole('link', { name: 'Runes' }).click()
    await page.getByRole('link', { name: 'Number' }).click()
    await page.getByText('oldest first').first().waitFor()

    await open(page, LOCALIZED)
    await page.getByRole('combobox', { name: 'Locale', exact: true }).selectOption('ar')
    await page.getByRole('button', { name: 'Show' }).first().click()
    await page.waitForURL('**/*?locale=ar&beside=')
    await page
      .getByRole('region', { name: 'Description' })
      .getByText(/[\u0600-\u06ff]{3}/)
      .waitFor()
  })
})
