import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderAt, shows } from '../support/renderAt.tsx'
import { startService } from '../support/startService.ts'

const ST = 'ST000000000000000000002AMW42H'
const SAMPLE = `${ST}.cairn-sample-localized`
const region = (name: string) => screen.findByRole('region', { name })
test('two locales are shown side by side, each text marked with its language', async () => {
  await renderAt(`/token/${SAMPLE}?locale=ar&beside=en`, await startService())
  const description = within(
    await within(await region('Side by side')).findByRole('region', { name: 'Description' }),
  )
  expect(await screen.findByText('7 of 12 are the same as in the default text.')).toBeVisible()
  const arabic = await description.findByText(/عيّنة من صنع/)
  const english = await description.findByText(/A sample made by Cairn/)
  expect([arabic.lang, arabic.dir]).toEqual(['ar', 'auto'])
  expect([english.lang, english.dir]).toEqual(['en', 'auto'])
  expect(description.queryByText(/Not translated/)).toBeNull()
  expect(screen.getAllByRole('region', { name: 'Description' })).toHaveLength(1)
})

test('untranslated text is marked and has the language of the fallback', async () => {
  await renderAt(`/token/${SAMPLE}?locale=ja&beside=de`, await startService())
  const sides = within(await region('Side by side'))
  await sides.findAllByText(/Not translated/)
  const name = within(await sides.findByRole('region', { name: 'Name' }))
  expect(name.getByText('道しるべの石（サンプル）').lang).toBe('ja')
  expect(name.queryByText(/Not translated/)).toBeNull()
  const description = within(sides.getByRole('region', { name: 'Description' }))
  expect(description.getByText(/A sample made by Cairn/).lang).toBe('en')
  expect((await description.findByText(/Ein Muster von Cairn/)).lang).toBe('de')
  expect(description.getAllByText(/Not translated/)).toHaveLength(1)
  expect(
    within(sides.getByRole('region', { name: 'Attributes' })).getByText(/Not translated/),
  ).toBeVisible()
})

test('untranslated text is also marked in a single locale', async () => {
  await renderAt(`/token/${SAMPLE}?locale=ja`, await startService())
  const description = await region('Description')
  await waitFor(() => expect(description).toHaveTextContent('Not translated'))
  expect(within(description).getByText(/A sample made by Cairn/).lang).toBe('en')
})

test('the pickers choose two locales and write both to the URL', async () => {
  const { address } = await renderAt(`/token/${SAMPLE}?locale=ar`, await startService())
  const beside = await screen.findByRole('combobox', { name: 'Second locale' })
  expect(beside).toHaveValue('')
  await userEvent.selectOptions(beside, 'de')
  await expect.poll(address).toBe(`/token/${SAMPLE}?locale=ar&beside=de`)
  await shows('Ein Muster von Cairn')
  await shows('Showing the text in Arabic and German side by side')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Locale' }), '')
  await expect.poll(address).toBe(`/token/${SAMPLE}?beside=de`)
  await shows('Showing the text in the default locale and German side by side')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Second locale' }), 'None')
  await expect.poll(address).toBe(`/token/${SAMPLE}`)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Side by side' })).toBeNull())
})

test('an unknown locale does not affect the other column', async () => {
  await renderAt(`/token/${SAMPLE}?locale=ar&beside=fr`, await startService())
  const sides = within(await region('Side by side'))
  const name = await sides.findByRole('region', { name: 'Name' })
  await waitFor(() => expect(name).toHaveTextContent('The token has no text in this locale.'))
  expect(name).toHaveTextContent('حجر علامة الطريق')
})
