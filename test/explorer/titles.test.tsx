import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../support/renderAt.tsx'
import { startService } from '../support/startService.ts'

const SAMPLE = 'ST000000000000000000002AMW42H.cairn-sample'

test.each([
  ['/', 'Tokens and rune activity · Cairn'],
  [`/token/${SAMPLE}-localized`, 'Cairn Sample: Localized (SAMPLE) · SIP-010 token · Cairn'],
  [`/token/${SAMPLE}-in-progress`, 'cairn-sample-in-progress · SIP-010 token · Cairn'],
  [`/token/${SAMPLE}-nowhere`, 'cairn-sample-nowhere · SIP-010 token · Cairn'],
  ['/token/longcoin', '“longcoin” is not a contract principal · Cairn'],
  ['/block/849250', 'Block 849,250 · 4,756 records · Cairn'],
  ['/block/849250?limit=5000', 'Block 849,250 · Cairn'],
  ['/block/-1', '“-1” is not a block height or hash · Cairn'],
  ['/tx/1234', '“1234” is not a transaction id · Cairn'],
  ['/tx/a%E2%80%AEb', '“aU+202Eb” is not a transaction id · Cairn'],
  [`/tx/${'z'.repeat(500)}`, `“${'z'.repeat(40)}…” is not a transaction id · Cairn`],
  ['/search', 'Search · Cairn'],
  ['/search?q=dog', 'Search for dog · Cairn'],
  ['/api', 'API · Cairn'],
  ['/wallet', 'No such page · Cairn'],
])('the title of %s says page, subject and site', async (address, title) => {
  await renderAt(address, await startService())
  await waitFor(() => expect(document.title).toBe(title))
})
