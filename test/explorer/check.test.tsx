import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt, shows } from '../support/renderAt.tsx'
import { serveRecords } from '../support/serveRecords.ts'
import { record, TRANSACTION } from '../support/wireRecord.ts'

const send = (amount: string, vout = 1) =>
  record('send', { address: 'bc1qsender', receiver_address: 'bc1qreceiver', amount, vout })
const receive = (amount: string, vout = 1) =>
  record('receive', { address: 'bc1qreceiver', amount, vout })

/** Opens the check of a transaction with these records. */
async function openCheck(records: unknown[]) {
  const { origin } = await serveRecords(() => records)
  await renderAt(`${TRANSACTION}?view=check`, origin)
}

test('a transaction whose sums agree is balanced', async () => {
  await openCheck([receive('0.70'), send('0.7')])
  expect(await screen.findByRole('region', { name: 'Everything checked adds up' })).toBeVisible()
})

test('a rune with an unknown operation cannot be checked', async () => {
  await openCheck([receive('5'), record('constructor', { amount: '3' }), send('4')])
  const notice = await screen.findByRole('region', { name: 'Nothing can be checked' })
  expect(notice).toBeVisible()
  await shows('Because the rules do not cover some operations: record 2.')
})

test('above a list whose balance cannot be checked there is no verdict', async () => {
  const { origin } = await serveRecords(() => [record('burn', { amount: '1' })])
  await renderAt(TRANSACTION, origin)
  await shows('1 record: 1 burn')
  expect(screen.queryByText(/balance/)).toBeNull()
})

test('a list with an unreadable record cannot be checked', async () => {
  await openCheck([receive('5'), { rune: 'none' }, send('4')])
  expect(await screen.findByRole('region', { name: 'Nothing can be checked' })).toBeVisible()
  await shows('Because some records of the list could not be read.')
})

test('a list without any readable record cannot be checked', async () => {
  await openCheck([{ rune: 'none' }, null])
  const notice = await screen.findByRole('region', { name: 'Nothing can be checked' })
  expect(notice).toHaveTextContent(
    '2 records could not be read and may belong to any of these transactions.',
  )
})

test('an empty list has nothing to check', async () => {
  await openCheck([])
  expect(await screen.findByRole('region', { name: 'Nothing to check' })).toBeVisible()
})

test('amounts larger than any rune allows cannot be checked', async () => {
  await openCheck([receive('9'.repeat(3000)), send('9'.repeat(3000))])
  expect(await screen.findByRole('region', { name: 'Nothing can be checked' })).toBeVisible()
  await shows('Because some records have no usable amount')
})

test('units minted and burned in one transaction need no receive record', async () => {
  await openCheck([
    receive('4', 1),
    record('burn', { amount: '6' }),
    record('mint', { amount: '4' }),
    record('mint', { amount: '6' }),
  ])
  expect(await screen.findByRole('region', { name: 'Everything checked adds up' })).toBeVisible()
})

test('an etching with a premine and a mint is balanced', async () => {
  await openCheck([receive('100', 1), record('mint', { amount: '10' }), record('etching')])
  expect(await screen.findByRole('region', { name: 'Everything checked adds up' })).toBeVisible()
  await shows('90 premined')
})

test('receiving more than was minted is reported as not balanced', async () => {
  await openCheck([receive('11', 1), record('mint', { amount: '10' })])
  expect(await screen.findByRole('region', { name: 'Some amounts do not add up' })).toBeVisible()
  await shows(
    'Because 10 was minted, but outputs received 11 more than was sent to them: record 2.',
  )
})
