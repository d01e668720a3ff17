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
async function checkOf(records: unknown[]) {
  const { origin } = await serveRecords(() => records)
  await renderAt(`${TRANSACTION}?view=check`, origin)
}

test('a transaction whose sums agree adds up', async () => {
  await checkOf([receive('0.70'), send('0.7')])
  expect(await screen.findByRole('region', { name: 'It adds up' })).toBeVisible()
})

test('an operation that the rules do not know keeps its rune from being checked', async () => {
  await checkOf([receive('5'), record('constructor', { amount: '3' }), send('4')])
  const notice = await screen.findByRole('region', { name: 'It cannot be checked' })
  expect(notice).toBeVisible()
  await shows('Because it has an operation that these rules do not know: record 2.')
})

test('a record that cannot be read keeps the whole list from being checked', async () => {
  await checkOf([receive('5'), { rune: 'none' }, send('4')])
  expect(await screen.findByRole('region', { name: 'It cannot be checked' })).toBeVisible()
  await shows('Because some records of the list could not be read.')
})

test('a list of which no record can be read cannot be checked', async () => {
  await checkOf([{ rune: 'none' }, null])
  const notice = await screen.findByRole('region', { name: 'It cannot be checked' })
  expect(notice).toHaveTextContent('2 records could not be read, and may belong to any of them.')
})

test('of a list without records nothing is claimed', async () => {
  await checkOf([])
  expect(await screen.findByRole('region', { name: 'There is nothing to check' })).toBeVisible()
})

test('an amount beyond any rune is not added up', async () => {
  await checkOf([receive('9'.repeat(3000)), send('9'.repeat(3000))])
  expect(await screen.findByRole('region', { name: 'It cannot be checked' })).toBeVisible()
  await shows('Because the service gives no amount that can be added up for some of its records')
})

test('what is burned of what was just minted is received nowhere', async () => {
  await checkOf([
    receive('4', 1),
    record('burn', { amount: '6' }),
    record('mint', { amount: '4' }),
    record('mint', { amount: '6' }),
  ])
  expect(await screen.findByRole('region', { name: 'It adds up' })).toBeVisible()
})

test('an etching with a premine and a mint adds up', async () => {
  await checkOf([receive('100', 1), record('mint', { amount: '10' }), record('etching')])
  expect(await screen.findByRole('region', { name: 'It adds up' })).toBeVisible()
  await shows('90 premined')
})

test('more received than was minted is pointed at', async () => {
  await checkOf([receive('11', 1), record('mint', { amount: '10' })])
  expect(await screen.findByRole('region', { name: 'One does not add up' })).toBeVisible()
  await shows(
    'Because 10 was minted, and outputs received 11 more than was sent to them: record 2.',
  )
})
