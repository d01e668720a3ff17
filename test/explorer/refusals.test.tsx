import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addressOf } from '../../src/bitcoin/addresses.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { witnessKeyScript } from '../../src/demo/scripts.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { buildChain } from '../support/ordCases.ts'
import { findFact, findHeading, readTable } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { followNode, indexNode } from '../support/servedData.ts'

const TERMS = { amount: 5n, cap: 1n }
const [WINDOW, INVERTED] = [
  { ...TERMS, heightStart: 12n, heightEnd: 13n },
  { ...TERMS, heightStart: 900n, heightEnd: 800n },
]

/** A chain of regtest with a transaction for each reason. */
function refusedChain() {
  const etch = (label: string, etching: object) => ({
    label,
    inputs: ['coins'],
    outputs: ['alice'],
    runestone: { etching: { turbo: false, ...etching }, edicts: [] },
  })
  const mint = (label: string, id: string) => ({
    label,
    inputs: ['coins'],
    outputs: ['bob'],
    runestone: { mint: id, edicts: [] },
  })
  return buildChain({
    network: 'regtest',
    firstHeight: 0,
    blocks: [
      10,
      [
        etch('capped', { terms: TERMS }),
        etch('window', { terms: WINDOW }),
        etch('inverted', { terms: INVERTED }),
      ],
      [
        mint('first', '10:1'),
        mint('after cap', '10:1'),
        mint('early', '10:2'),
        mint('never', '10:3'),
        mint('unknown', '99999:9'),
        etch('locked', { rune: 0n, spacers: 1 }),
      ],
      1,
      [mint('late', '10:2')],
    ],
  })
}

const SENTENCES = [
  ['after cap', /^No A+\w+ was minted to bcrt1/, 'This mint came after the only mint (block 11).'],
  [
    'early',
    /^No A+\w+ was minted to bcrt1/,
    'Its mint opens at block 12; this came 1 block too early.',
  ],
  ['late', /^No A+\w+ was minted to bcrt1/, 'Its mint ended at block 13; this came 1 block late.'],
  [
    'never',
    /^No A+\w+ was minted to bcrt1/,
    'The terms of its mint end before they start, so it never opens.',
  ],
  ['unknown', /^No 99999:9 was minted to bcrt1/, 'No rune has the id 99999:9.'],
  [
    'locked',
    /^A was not etched$/,
    'This name can be etched from block 209,999 on; this came 209,988 blocks too early.',
  ],
] as const

test.each(SENTENCES)(
  'the page of a refused transaction says why: %s',
  async (label, heading, why) => {
    const { data, txids } = await openRefused()
    await visit(`/tx/${txids.get(label)}`, { data })
    expect(await findHeading(heading)).toBeVisible()
    expect(screen.getAllByText(why)).not.toEqual([])
    // The runestone asked for it; what became of that stands beside it.
    const part = label === 'locked' ? 'Etches' : 'Mints'
    expect(await findFact(part)).toHaveTextContent(`refused: ${why}`)
    expect(screen.getByText(/^(Mint|Etching) refused$/)).toBeVisible()
    expect(screen.getByText(/No rune of this index moved/)).toBeVisible()
    expect(screen.queryByText(/not in the index/)).toBeNull()
  },
)

/** A service that follows the chain. */
async function openRefused() {
  const chain = refusedChain()
  const node = new SimulatedNode({ network: 'regtest', firstHeight: 0 })
  for (const { transactions } of chain.blocks.slice(1)) node.mine(transactions)
  const ownerOf = (label: string) => chain.addresses.get(label) ?? ''
  return { data: await followNode(node), txids: chain.txids, ownerOf }
}

test('an address lists what it was refused, newest first, in pages', async () => {
  const { data, txids, ownerOf } = await openRefused()
  const bob = ownerOf('bob')
  const { reader, address, client } = await visit(`/address/${bob}`, { data })
  await reader.click(await screen.findByRole('link', { name: '5 refused' }))
  expect(address()).toBe(`/address/${bob}?view=refused`)
  expect(screen.getByRole('link', { name: 'refused5' })).toHaveAttribute('aria-current')
  const rows = await readTable('Refused mints and etchings')
  expect(rows.map(({ Outcome, Why, Block }) => [Outcome, Why, Block])).toEqual([
    ['Mint refused', 'Its mint ended at block 13; this came 1 block late.', '13'],
    ['Mint refused', 'No rune has the id 99999:9.', '11'],
    ['Mint refused', 'The terms of its mint end before they start, so it never opens.', '11'],
    ['Mint refused', 'Its mint opens at block 12; this came 1 block too early.', '11'],
    ['Mint refused', 'This mint came after the only mint (block 11).', '11'],
  ])
  expect(rows[1]?.Rune).toBe('99999:9')
  const late = txids.get('late') ?? ''
  expect(screen.getAllByRole('link', { name: late })[0]).toHaveAttribute('href', `/tx/${late}`)
  const details = await client.get('addressDetails', { address: bob })
  expect(details.refusals).toBe(5)
})

test('a page of the refusals of an address is in its URL', async () => {
  const { data, ownerOf } = await openRefused()
  await visit(`/address/${ownerOf('bob')}?view=refused&limit=2&offset=2`, { data })
  const rows = await readTable('Refused mints and etchings')
  expect(rows.map(({ Why }) => Why?.slice(0, 9))).toEqual(['The terms', 'Its mint '])
  expect(screen.getByRole('link', { name: 'Next page' })).toBeVisible()
})

test('an address without runes says what it was refused', async () => {
  const { data, ownerOf } = await openRefused()
  await visit(`/address/${ownerOf('alice')}`, { data })
  await screen.findByText('No runes at this address')
  const [row] = await readTable('Refused mints and etchings')
  expect(row).toMatchObject({ Rune: 'A', Outcome: 'Etching refused' })
  expect(row?.Why).toContain('This name can be etched from block 209,999 on')
})

test('an address that was refused nothing does not speak of refusals', async () => {
  const { data, ownerOf } = await openRefused()
  await visit(`/address/${ownerOf('miner')}`, { data })
  await screen.findByText('No runes at this address')
  expect(screen.queryByText(/refused/i)).toBeNull()
})

test('of a rune that is older than the index, it is not known what a mint got', async () => {
  const node = new SimulatedNode({ network: 'main', firstHeight: 840_100 })
  const script = witnessKeyScript('bob')
  const inputs = [{ txid: node.tip.txids[0] ?? '', vout: 0 }]
  const outputs = [{ script, value: 546 }, runestoneOutput({ mint: '840050:1' })]
  const { txids } = node.mine([{ inputs, outputs }])
  const address = addressOf(script, 'main')
  const { navigate } = await visit(`/address/${address}`, { data: await indexNode(node) })
  const [row] = await readTable('Refused mints and etchings')
  const why =
    'The rune 840050:1 is older than this index, which begins at block 840,100: it cannot say whether the mint got anything.'
  expect(row).toMatchObject({ Rune: '840050:1', Outcome: 'Mint not known', Why: why })
  expect(screen.getByRole('link', { name: 'refused or not known1' })).toBeVisible()
  await navigate(`/tx/${txids[1]}`)
  expect(await findHeading(/Asked for a mint of 840050:1/)).toBeVisible()
  expect(screen.getByText(why, { selector: 'strong' })).toBeVisible()
  expect(screen.queryByText(/unknown|no rune has/i)).toBeNull()
})

test('a mint whose terms end before they start is never open', async () => {
  const { data } = await openRefused()
  const { client } = await visit('/rune/10:3', { data })
  await screen.findByRole('button', { name: 'Never mintable' })
  const { mint_state } = await client.get('runeDetails', { rune: '10:3' })
  expect(mint_state).toBe('unmintable')
})
