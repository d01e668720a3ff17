import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addressOf } from '../../src/bitcoin/addresses.ts'
import { commitmentOf, numberOfName } from '../../src/bitcoin/runeNames.ts'
import { type NewRunestone, runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { LATECOMER_SCRIPT } from '../../src/demo/latecomer.ts'
import { revealWitness, taprootScript, witnessKeyScript } from '../../src/demo/scripts.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { RUNE } from '../support/bundledIds.ts'
import { mineChain } from '../support/mineChain.ts'
import { buildChain } from '../support/ordCases.ts'
import { findFact, findHeading, readTable, shows } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { demoData, followNode, indexNode } from '../support/servedData.ts'

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
  [
    'late',
    /^No A+\w+ was minted to bcrt1/,
    'It could be minted only before block 13; this came 1 block late.',
  ],
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
    expect(screen.getAllByText(why)[0]).toBeVisible()
    // The runestone asked for it; what became of that stands beside it.
    const part = label === 'locked' ? 'Etches' : 'Mints'
    expect(await findFact(part)).toHaveTextContent(`refused: ${why}`)
    expect(screen.getByText(/^(Mint|Etching) refused$/)).toBeVisible()
    expect(screen.getByText(/No rune of this index moved/)).toBeVisible()
    expect(screen.queryByText(/not in the index/)).toBeNull()
  },
)

test('a mint after the cap says how long after the last one it came', async () => {
  const node = new SimulatedNode()
  const script = witnessKeyScript('bob')
  let made = 0
  const run = (stone: NewRunestone, input = { txid: 'ab'.repeat(32), vout: made++ }) => ({
    inputs: [input],
    outputs: [{ script, value: 546 }, runestoneOutput(stone)],
  })
  node.mine([run({ etching: { turbo: false, terms: { amount: 5n, cap: 2n } } })])
  const mint = { mint: '1:1' }
  node.mine([run(mint)])
  const { txids: same } = node.mine([run(mint), run(mint)], { timestamp: node.tip.timestamp + 60 })
  const { timestamp } = node.tip
  const { txids: late } = node.mine([run(mint)], { timestamp: timestamp + 48 * 60 })
  const bobs = { txid: late[1] ?? '', vout: 0 }
  const { txids: early } = node.mine([run(mint, bobs)], { timestamp: timestamp - 60 })
  const { navigate } = await visit(`/tx/${same[2]}`, { data: await followNode(node) })
  await shows('This mint came after the last of 2 mints (block 3).')
  await shows(`The last one is ${same[1]}, earlier in the same block.`)
  await shows('3 confirmations')
  await navigate(`/tx/${late[1]}`)
  await shows(`The last one is ${same[1]}, 1 block and 48 minutes earlier.`)
  await shows('2 confirmations')
  await navigate(`/tx/${early[1]}`)
  await shows(`The last one is ${same[1]}, 2 blocks earlier.`)
  await shows('1 confirmation')
  const fee = await screen.findByText(/^Fee .* paid by/, { ignore: '[aria-hidden=true]' })
  expect(fee).toHaveTextContent(addressOf(script, 'regtest') ?? '')
})

test('a transaction that moved something says first what it was refused', async () => {
  const { navigate, client } = await visit('/about', { data: demoData() })
  const address = addressOf(LATECOMER_SCRIPT, 'regtest') ?? ''
  const { results } = await client.get('addressRefusals', { address, limit: 60 })
  const { place } = results.find(({ reason }) => reason === 'after-cap') ?? expect.fail()
  await navigate(`/tx/${place.tx_id}`)
  expect(
    await findHeading(/^No FIRST•COME•FIRST•SERVED was minted to .*sent 500.*RETRIEVERS/),
  ).toBeVisible()
  expect(screen.getByText('Mint refused')).toBeVisible()
  const moved = screen.getByRole('heading', { name: 'What moved nevertheless' }).parentElement
  expect(within(moved ?? document.body).getByRole('figure')).toHaveTextContent(/500/)
  const rows = await readTable('Movements of the transaction')
  expect(rows).toMatchObject([{ Type: 'Transfer, details', Amount: '500' }])
  // The index is not live.
  expect(screen.queryByText(/confirmation/)).toBeNull()
})

test('a refused etching names the transaction that etched the name, in the same block too', async () => {
  const node = new SimulatedNode()
  const name = numberOfName('AGAINSTALLODDSX')
  const commitment = { script: taprootScript('commitment'), value: 1000 }
  const { txids } = node.mine([
    { inputs: [{ txid: 'ab'.repeat(32), vout: 0 }], outputs: [commitment, commitment] },
  ])
  for (let blocks = 0; blocks < 4; blocks++) node.mine()
  const etch = (vout: number) => ({
    inputs: [{ txid: txids[1] ?? '', vout, witness: revealWitness(commitmentOf(name)) }],
    outputs: [
      { script: witnessKeyScript('bob'), value: 546 },
      runestoneOutput({ etching: { rune: name, turbo: false } }),
    ],
  })
  const { txids: etched } = node.mine([etch(0), etch(1)])
  await visit(`/tx/${etched[2]}`, { data: await followNode(node) })
  expect(await findHeading(/^AGAINSTALLODDSX was not etched again$/)).toBeVisible()
  await shows('Its name was etched by the transaction before.')
  await shows(
    `${etched[1]}, position 1 of the same block, etched ¤ AGAINSTALLODDSX (${node.tip.height}:1).`,
  )
})

async function openRefused() {
  const chain = refusedChain()
  const node = mineChain(chain)
  const ownerOf = (label: string) => chain.addresses.get(label) ?? ''
  return { data: await followNode(node), txids: chain.txids, ownerOf }
}

test('an address lists what it was refused, newest first, in pages', async () => {
  const { data, txids, ownerOf } = await openRefused()
  const bob = ownerOf('bob')
  const { reader, address, client } = await visit(`/address/${bob}`, { data })
  await reader.click(await screen.findByRole('link', { name: 'refused5' }))
  expect(address()).toBe(`/address/${bob}?view=refused`)
  expect(screen.getByRole('link', { name: 'refused5' })).toHaveAttribute('aria-current')
  const rows = await readTable('Refused mints and etchings')
  expect(rows.map(({ Outcome, Why, Block }) => [Outcome, Why, Block])).toEqual([
    ['Mint refused', 'It could be minted only before block 13; this came 1 block late.', '13'],
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

test('a rune says how many of its mints got nothing, lists them, and each links back', async () => {
  const { data, txids, ownerOf } = await openRefused()
  const { reader, address, navigate } = await visit('/rune/10:2?limit=50', { data })
  await reader.click(await screen.findByRole('link', { name: '2 mints got nothing' }))
  expect(address()).toBe('/rune/10:2?limit=50&view=refused')
  expect(screen.getByRole('link', { name: 'Refused2' })).toHaveAttribute('aria-current')
  const rows = await readTable('Refused mints of the rune')
  expect(rows.map(({ Why, Block }) => [Why, Block])).toEqual([
    ['It could be minted only before block 13; this came 1 block late.', '13'],
    ['Its mint opens at block 12; this came 1 block too early.', '11'],
  ])
  expect(rows[0]?.Address).toContain(ownerOf('bob'))
  const late = txids.get('late') ?? ''
  const [link] = screen.getAllByRole('link', { name: late })
  expect(link).toHaveAttribute('href', `/tx/${late}`)
  await navigate(`/tx/${late}`)
  const back = await screen.findByRole('link', { name: /^refused mints of A/ })
  expect(back).toHaveAttribute('href', '/rune/10:2?view=refused')
  await navigate(`/tx/${txids.get('unknown')}`)
  await findHeading(/^No 99999:9 was minted to/)
  expect(screen.queryByRole('link', { name: /^refused mints of/ })).toBeNull()
})

test('a rune none of whose mints was refused does not speak of it', async () => {
  await visit(`/rune/${RUNE}`)
  await screen.findByRole('heading', { name: 'The mint' })
  expect(screen.queryByText(/refused|got nothing/i)).toBeNull()
})

test('a page of the refused mints of a rune is in its URL', async () => {
  const { data } = await openRefused()
  await visit('/rune/10:2?view=refused&limit=1&offset=1', { data })
  const rows = await readTable('Refused mints of the rune')
  expect(rows.map(({ Why }) => Why?.slice(0, 9))).toEqual(['Its mint '])
  expect(screen.getByRole('link', { name: 'Previous page' })).toBeVisible()
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
  // The first rune is part of the protocol, so every index has it.
  await navigate('/rune/1:0?view=refused')
  await screen.findByText(/What was refused before this index begins is not known\.$/)
})

test('a mint whose terms end before they start is never open', async () => {
  const { data } = await openRefused()
  const { client } = await visit('/rune/10:3', { data })
  await screen.findByRole('button', { name: 'Never mintable' })
  expect(screen.getByRole('link', { name: '1 mint got nothing' })).toBeVisible()
  const { mint_state } = await client.get('runeDetails', { rune: '10:3' })
  expect(mint_state).toBe('unmintable')
})
