import { expect, test } from 'vitest'
import { mineChain } from '../support/mineChain.ts'
import { buildChain } from '../support/ordCases.ts'
import { findHeading } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { followNode } from '../support/servedData.ts'

const TERMS = { amount: 5n, cap: 9n }
const NAME = 'AAAAAAAAAAAAAAAA\\w+'

/** A chain of regtest whose transactions are one of each kind of sentence. */
const CHAIN = buildChain({
  network: 'regtest',
  firstHeight: 0,
  blocks: [
    10,
    [
      {
        label: 'premine',
        inputs: ['coins'],
        outputs: ['alice'],
        runestone: { etching: { premine: 10n, terms: TERMS, turbo: false }, edicts: [] },
      },
      {
        label: 'premine burned in part',
        inputs: ['coins'],
        outputs: ['alice', 'op_return'],
        runestone: {
          etching: { premine: 10n, turbo: false },
          edicts: [{ id: '0:0', amount: 4n, output: 1 }],
        },
      },
    ],
    [
      {
        label: 'mint',
        inputs: ['coins'],
        outputs: ['bob'],
        runestone: { mint: '10:1', edicts: [] },
      },
      {
        label: 'mint and transfer',
        inputs: ['premine:0'],
        outputs: ['bob'],
        runestone: { mint: '10:1', edicts: [] },
      },
      {
        label: 'mint to no address',
        inputs: ['coins'],
        outputs: ['no address'],
        runestone: { mint: '10:1', edicts: [] },
      },
    ],
  ],
})

test.each([
  ['premine', `^${NAME} was etched, premine 10 to bcrt1`],
  ['premine burned in part', `^${NAME} was etched, premine 10, 4 of it burned$`],
  ['mint to no address', `^5 ${NAME} were minted to an output without an address$`],
  // Whoever minted may be nobody who got units.
  ['mint', `^5 ${NAME} were minted to bcrt1\\w+$`],
  ['mint and transfer', `^5 ${NAME} were minted to bcrt1\\w+ and bcrt1\\w+ sent 10 to bcrt1\\w+$`],
])('the heading says what happened: %s', async (label, heading) => {
  await visit(`/tx/${CHAIN.txids.get(label)}`, { data: await followNode(mineChain(CHAIN)) })
  const text = (await findHeading(/etched|minted/)).textContent
  expect(
    text
      .replace(/[^\w,. ]/g, '')
      .trim()
      .replace(/ +/g, ' '),
  ).toMatch(new RegExp(heading))
})
