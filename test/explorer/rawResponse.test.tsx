import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderAt, shows } from '../support/renderAt.tsx'
import { startService } from '../support/startService.ts'

const ST = 'ST000000000000000000002AMW42H'
const SAMPLE = `${ST}.cairn-sample-localized`

test('the raw response can be searched by keyboard and copied with its request', async () => {
  await renderAt(`/token/${SAMPLE}`, await startService())
  const user = userEvent.setup()
  await user.click(await screen.findByText('Raw response'))
  const path = `/metadata/v1/ft/${SAMPLE}`
  expect(await screen.findByText(/^curl -H/)).toHaveTextContent(path)
  expect(
    screen.getByRole('link', { name: new RegExp(`${SAMPLE}$`) }).getAttribute('href'),
  ).toContain(path)

  const search = await screen.findByRole('searchbox', { name: 'Search in the response' })
  await user.type(search, 'TRAIT_TYPE')
  await screen.findByText('1 of 11')
  await user.keyboard('{Enter}')
  await screen.findByText('2 of 11')
  await user.keyboard('{Shift>}{Enter}{Enter}{/Shift}')
  await screen.findByText('11 of 11')
  await shows('Match 11 of 11')
  expect(document.querySelectorAll('mark')).toHaveLength(11)
  await user.clear(search)
  await user.type(search, '[[nowhere')
  await screen.findByText('No matches')

  await user.click(screen.getByRole('button', { name: 'Copy the response' }))
  const copied = await navigator.clipboard.readText()
  expect(copied).toContain('"value": 9007199254740993000000001')
  expect(JSON.parse(copied)).toEqual(await (await fetch(`${await startService()}${path}`)).json())
})

test('a match of another query is announced, even if its place is the same', async () => {
  await renderAt(`/token/${SAMPLE}`, await startService())
  const user = userEvent.setup()
  await user.click(await screen.findByText('Raw response'))
  const search = await screen.findByRole('searchbox', { name: 'Search in the response' })
  const status = screen.getByRole('status')
  await user.click(search)
  await user.paste('slate')
  await waitFor(() => expect(status).toHaveTextContent('Match 1 of 1'))
  const announced = status.textContent
  await user.tripleClick(search)
  await user.paste('basalt')
  // Repeated announcements differ in the space at the end.
  await waitFor(() => expect(status.textContent).not.toBe(announced))
  expect(document.querySelector('mark')).toHaveTextContent('basalt')
  expect(status).toHaveTextContent('Match 1 of 1')
})
