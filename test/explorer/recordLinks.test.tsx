import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderAt, shows } from '../support/renderAt.tsx'
import { AIRDROP } from '../support/snapshotIds.ts'
import { createTestService, getJson, listen, startService } from '../support/startService.ts'

// Its three records are 68 to 70 in the block.
const TX = '32807bc258365fa294e099a863ec965f1a38b5d02fbf9d9dea2cd4b5c953838e'

const currentRows = () => screen.findAllByRole('row', { current: true })
const rowOf = (name: string) => screen.getByRole('link', { name }).closest('tr') ?? document.body

async function openDetails(position: number) {
  await userEvent.click(
    await screen.findByRole('button', { name: `Details of record ${position}` }),
  )
  await screen.findByText('Raw record')
  return within(document.getElementById(`details-${position}`) ?? document.body)
}

test('a transaction links to its first record in the block, which receives the focus', async () => {
  const { address } = await renderAt(`/tx/${TX}`, await startService())
  const name = 'block 840,006, record 68'
  const link = await screen.findByRole('link', { name })
  expect(link).toHaveAttribute('href', '/block/840006?offset=60#record-68')
  link.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/block/840006?offset=60'))
  const [row = document.body, ...others] = await currentRows()
  expect(others).toEqual([])
  expect(within(row).getByRole('link', { name: TX })).toBeVisible()
  await waitFor(() => expect(within(row).getByRole('link', { name: '68' })).toHaveFocus())
})

test('if the service does not know the position, the transaction links to its block without a message', async () => {
  const service = createTestService()
  const requests: string[] = []
  const origin = await listen((request) => {
    if (!request.url.endsWith('/place')) return service.fetch(request)
    requests.push(request.url)
    return Response.json({ error: 'Not Found' }, { status: 404 })
  })
  await renderAt(`/tx/${TX}`, origin)
  const details = await openDetails(2)
  expect(screen.getByRole('link', { name: /^block \d/ })).toHaveTextContent(/^block 840,006/)
  if (requests.length > 0) {
    for (const link of [
      screen.getByRole('link', { name: 'block 840,006' }),
      details.getByRole('link', { name: '840,006' }),
    ]) {
      expect(link).toHaveAttribute('href', '/block/840006')
    }
  }
  expect(screen.queryByRole('alert')).toBeNull()
  expect(requests.length).toBeLessThanOrEqual(1)
})

test('the details of a record link to the same record in its block, and back', async () => {
  const { address } = await renderAt(`/tx/${TX}`, await startService())
  const details = await openDetails(2)
  await userEvent.click(await details.findByRole('link', { name: '840,006, record 69' }))
  await waitFor(() => expect(address()).toBe('/block/840006?offset=60'))
  await waitFor(() => expect(rowOf('69')).toHaveAttribute('aria-current', 'true'))
  const detailsInBlock = await openDetails(69)
  expect(detailsInBlock.getByRole('link', { name: TX }).parentElement).toHaveTextContent('record 2')
  await userEvent.click(detailsInBlock.getByRole('link', { name: TX }))
  await waitFor(() => expect(address()).toBe(`/tx/${TX}`))
  await waitFor(() => expect(rowOf('2')).toHaveAttribute('aria-current', 'true'))
})

test('if a transaction may begin on an earlier page, its link has no record number', async () => {
  await renderAt('/block/840006?offset=68', await startService())
  const details = await openDetails(69)
  expect(details.getByRole('link', { name: TX })).toHaveAttribute('href', `/tx/${TX}`)
})

test('if a transaction’s position in the block is unknown, the link to the block has no record number', async () => {
  await renderAt(`/tx/${AIRDROP}`, await startService())
  const details = await openDetails(2)
  expect(details.getByRole('link', { name: '840,656' })).toHaveAttribute('href', '/block/840656')
})

test('Back returns the focus to the followed link, and its record is still marked', async () => {
  const { goBack } = await renderAt('/block/840006?offset=60#record-69', await startService())
  await currentRows()
  await userEvent.click(within(rowOf('69')).getByRole('link', { name: TX }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  act(() => void goBack())
  await waitFor(() => expect(within(rowOf('69')).getByRole('link', { name: TX })).toHaveFocus())
  expect(await currentRows()).toEqual([rowOf('69')])
})

test('Back from a link in the details returns the focus to the record', async () => {
  const { goBack } = await renderAt('/block/840006?offset=60', await startService())
  const details = await openDetails(69)
  await userEvent.click(details.getByRole('link', { name: TX }))
  await shows('3 records')
  act(() => void goBack())
  await waitFor(() => expect(screen.getByRole('link', { name: '69' })).toHaveFocus())
})

test('the copied link to a record uses the default page size, and copying it marks the record', async () => {
  await renderAt(`/tx/${AIRDROP}?offset=30&limit=100`, await startService())
  const details = await openDetails(43)
  const user = userEvent.setup()
  const button = details.getByRole('button', { name: 'Copy link to this record' })
  await user.click(button)
  const link = new URL(await navigator.clipboard.readText())
  expect(link.pathname + link.search + link.hash).toBe(`/tx/${AIRDROP}?offset=40#record-43`)
  expect(await currentRows()).toEqual([rowOf('43')])
  expect(button).toHaveFocus()
  expect(button).toHaveTextContent('Copied link to this record')
  expect(screen.getByRole('status')).toHaveTextContent('Copied link to this record')
})

test('a record of a rune has no link by its position, which new records change', async () => {
  await renderAt('/rune/999999999:10001', await startService())
  const details = await openDetails(1)
  expect(details.getByRole('button', { name: 'Copy the record as JSON' })).toBeVisible()
  expect(details.queryByRole('button', { name: /link to this record/ })).toBeNull()
})

test('pasting an output opens its transaction and marks its records', async () => {
  const origin = await startService()
  const { body } = await getJson(origin, `/runes/v1/transactions/${AIRDROP}/activity`)
  const { vout } = body.results[2].location
  const { address } = await renderAt('/', origin)
  const box = await screen.findByRole('combobox', { name: /^Search/ })
  await userEvent.type(box, `${AIRDROP}:${vout}`)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe(`/tx/${AIRDROP}`))
  const marked = await currentRows()
  expect(marked.map((row) => row.id)).toEqual(['record-3', 'record-4'])
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent(
      `2 records of output ${vout} on this page. The first is record 3.`,
    ),
  )
})

test('a note says if an output has no records on the page', async () => {
  const { navigate } = await renderAt(`/tx/${TX}#output-77`, await startService())
  await shows('No records of output 77 on this page')
  await shows('None belongs to this output')
  expect(screen.getByRole('status')).toHaveTextContent('No records of output 77 on this page')
  expect(screen.queryByRole('row', { current: true })).toBeNull()
  act(() => void navigate(`/tx/${AIRDROP}#output-9999`))
  await shows('They may be on another page: the transaction has 4,444 records')
})
