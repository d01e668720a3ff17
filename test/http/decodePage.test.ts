import { expect, test } from 'vitest'
import { FLAGS, TAGS } from '../../src/bitcoin/runestone.ts'
import { encodeIntegers, runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { encodeTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { coin, ETCHING, FRIEND, followRune, OWNER, to } from '../support/followRune.ts'
import { demoData } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'

async function postForm(origin: string, hex: string) {
  const response = await fetch(`${origin}/decode`, {
    method: 'POST',
    headers: { Accept: 'text/html' },
    body: new URLSearchParams({ hex }),
  })
  const html = await response.text()
  return { response, html, text: withoutTags(html) }
}

function withoutTags(html: string): string {
  const text = html.replace(/<(script|style).*?<\/\1>/gs, '').replace(/<[^>]*>/g, '')
  return text.replaceAll('&#x27;', "'")
}

test('the form works without JavaScript, and is never cached', async () => {
  const { data } = await followRune()
  const origin = await startService({ data, pages: 'server-rendered' })
  const page = await fetch(`${origin}/decode`, { headers: { Accept: 'text/html' } })
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringMatching(/<form[^>]* action="\/decode"[^>]*>/),
  ])
  const inputs = [{ txid: txidOf(ETCHING), vout: 0 }]
  const hex = encodeTransaction({ inputs, outputs: [to(FRIEND)] }).toString('hex')
  const { response, text } = await postForm(origin, hex)
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect(text).toMatch(/would send 100/)
  expect(text).toContain('Nothing was sent to the network.')
  expect(text).toMatch(/Worked out against block 1/)
})

test('the form shows again what was sent, with the bytes of the runestone by what they say', async () => {
  const { data, rune } = await followRune()
  const origin = await startService({ data, pages: 'server-rendered' })
  const stone = runestoneOutput({ mint: rune, pointer: 0 })
  const hex = encodeTransaction({ inputs: [coin(5)], outputs: [to(FRIEND), stone] }).toString('hex')
  const broken = `${hex.slice(0, 50)}\n ${hex.slice(50).toUpperCase()}`
  const { html, text } = await postForm(origin, broken)
  const [, shown] = /<textarea[^>]*>([^<]*)<\/textarea>/.exec(html) ?? []
  expect(shown).toBe(broken)
  const marks = [...html.matchAll(/<mark[^>]*>([^<]*)<\/mark>/g)].map(([, bytes]) => bytes)
  expect(marks.join('').replace(/\s/g, '').toLowerCase()).toBe(
    Buffer.from(stone.script).toString('hex'),
  )
  expect(marks).toHaveLength(3)
  expect(text).toMatch(/It would mint 7 .* for bcrt1/)
  expect(text).toMatch(/It would be mint 1 of 2\./)
  expect(text).toMatch(/Its one input is not known to this index: what it holds is left out\./)
  expect(text).toMatch(
    /Mint.*1:1.*14 01 14 01.*Pointer.*What no edict moves goes to output 0.*16 00/,
  )
})

test('mints that other unconfirmed transactions ask for may come first', async () => {
  const { data, node, rune } = await followRune()
  const origin = await startService({ data, pages: 'server-rendered' })
  const mint = (index: number) => ({
    inputs: [coin(index)],
    outputs: [to(FRIEND), runestoneOutput({ mint: rune })],
  })
  node.addToMempool(mint(6))
  const { text } = await postForm(origin, encodeTransaction(mint(5)).toString('hex'))
  expect(text).toMatch(/mint 1 of 2; 1 mint in another unconfirmed transaction may come first\./)
  const { text: own } = await postForm(origin, encodeTransaction(mint(6)).toString('hex'))
  expect(own).toMatch(/mint 1 of 2\..*This node has it already/)
})

test('an input that another unconfirmed transaction spends says by which', async () => {
  const { data, node } = await followRune()
  const origin = await startService({ data, pages: 'server-rendered' })
  const inputs = [{ txid: txidOf(ETCHING), vout: 0 }]
  const other = node.addToMempool({ inputs, outputs: [to(FRIEND)] })
  const hex = encodeTransaction({ inputs, outputs: [to(FRIEND), to(OWNER)] }).toString('hex')
  const { text } = await postForm(origin, hex)
  expect(text).toContain(`Input 0 is being spent by the unconfirmed ${other}`)
})

test('a spent input comes before what the others hold, of which only the first are shown', async () => {
  const { data, node, rune } = await followRune()
  const edict = { id: rune, amount: 10n, output: 10 }
  const split = {
    inputs: [{ txid: txidOf(ETCHING), vout: 0 }],
    outputs: [...Array.from({ length: 9 }, () => to(OWNER)), runestoneOutput({ edicts: [edict] })],
  }
  const inputs = split.outputs.slice(0, 9).map((_, vout) => ({ txid: txidOf(split), vout }))
  node.mine([split])
  const { height } = node.mine([{ inputs: inputs.slice(8), outputs: [to(FRIEND)] }])
  await data.following.untilTip()
  const origin = await startService({ data, pages: 'server-rendered' })
  const hex = encodeTransaction({ inputs, outputs: [to(FRIEND)] }).toString('hex')
  const { text } = await postForm(origin, hex)
  expect(text).toContain(
    `Input 8 was spent in block ${height}: no block can take this transaction.`,
  )
})

test.each([
  ['a name', { rune: 10n ** 19n }, /It would etch [A-Z]+, if an input commits to the name\./],
  ['no name', {}, /It would etch a rune whose name the protocol gives\./],
])('of an etching with %s, it says what would be etched', async (_, name, sentence) => {
  const { data } = await followRune()
  const origin = await startService({ data, pages: 'server-rendered' })
  const terms = { amount: 700n, heightStart: 20n, heightEnd: 40n, offsetStart: 1n }
  const etching = { ...name, divisibility: 2, premine: 500n, turbo: true, terms }
  const outputs = [to(FRIEND), runestoneOutput({ etching })]
  const hex = encodeTransaction({ inputs: [coin(5)], outputs }).toString('hex')
  const { text } = await postForm(origin, hex)
  expect(text).toMatch(sentence)
  expect(text).toMatch(/Divisibility 2.*Premine 5 .*Turbo.*Each mint 7 /)
  expect(text).toMatch(
    /Mint from block 20.*Mint before block 40.*Mint from 1 block after the etching/,
  )
})

test('what moves nothing, what is refused and what becomes of the rest is said beside the runestone', async () => {
  const { data, node, rune } = await followRune()
  const mint = (index: number) => ({
    inputs: [coin(index)],
    outputs: [to(FRIEND), runestoneOutput({ mint: rune })],
  })
  node.mine([mint(6), mint(7)])
  await data.following.untilTip()
  const origin = await startService({ data, pages: 'server-rendered' })
  const edicts = [1200n, 1n].map((amount) => ({ id: rune, amount, output: 1 }))
  const transaction = {
    inputs: [{ txid: txidOf(ETCHING), vout: 0 }],
    outputs: [runestoneOutput({ mint: rune, edicts }), to(FRIEND)],
  }
  const { text } = await postForm(origin, encodeTransaction(transaction).toString('hex'))
  const said = text.slice(text.indexOf('What it says'))
  expect(said).toMatch(/Mint.*would be refused: All 2 mints happened, the last in block 2\./)
  expect(said).toMatch(/RestWhat no edict moves goes to output 1, the first that can hold it/)
  expect(said).toMatch(/Edict 1120 .*to output 1 ?would move only 100/)
  expect(said).toMatch(/Edict 20\.1 .*to output 1 ?would move nothing that this index knows/)
})

test.each([
  [
    'an unknown flag',
    encodeIntegers([TAGS.flags, FLAGS.etching | 32n]),
    /Malformed: flag 5 is set, but the protocol does not define it\..*What it says.*Etchingignored, because/,
  ],
  [
    'a pointer beyond the outputs',
    runestoneOutput({ pointer: 5 }).script,
    /Malformed: the pointer names output 5, but the transaction has 2 outputs\..*What it says.*Pointerignored, because/,
  ],
])('of %s, it says what is ignored', async (_, script, sentence) => {
  const { data } = await followRune()
  const origin = await startService({ data, pages: 'server-rendered' })
  const transaction = { inputs: [coin(5)], outputs: [to(FRIEND), { script, value: 0 }] }
  const { text } = await postForm(origin, encodeTransaction(transaction).toString('hex'))
  expect(text).toMatch(sentence)
})

/** What the page answers each example with, by its name. */
const EXAMPLES: [name: string, answer: RegExp][] = [
  [
    'a transaction',
    /would (send|move) .*Its one input is unspent at block 299, was made in block .*What it says/,
  ],
  ['a script alone', /A script says which outputs get what.*Mint.*Edict.*to output 1/],
  ['an unknown input', /Its one input is not known to this index: what it holds is left out\./],
  ['a spent input', /Input 0 was spent in block [\d,]+: no block can take this transaction\./],
  [
    'a cenotaph',
    /Malformed: edict 1 names output 9, but the transaction has 2 outputs\. Every rune it spends or mints would be burned\./,
  ],
  ['not hex', /Character 118 is “g”; hexadecimal has 0 to 9 and a to f\./],
]

test.each(EXAMPLES)('the demo answers the example of %s', async (name, answer) => {
  const origin = await startService({ data: demoData(), pages: 'server-rendered' })
  const page = await fetch(`${origin}/decode`, { headers: { Accept: 'text/html' } })
  const listed = (await page.text()).replaceAll('<!-- -->', '')
  const forms = [...listed.matchAll(/name="hex" value="([^"]*)"(.*?)<\/form>/g)]
  const [, hex = ''] = forms.find(([, , form = '']) => form.includes(` of ${name}`)) ?? []
  expect(hex).not.toBe('')
  const { html, text } = await postForm(origin, hex)
  const answered = html.slice(html.indexOf('aria-label="Answer"'))
  const shown = withoutTags(answered.slice(0, answered.indexOf('More examples')))
  expect(shown).toMatch(answer)
  if (name === 'a transaction') expect(shown).not.toContain('would move nothing')
  expect(text).toContain('An example. Nothing was sent to the network.')
})

test('the output of the examples holds the rune of their edicts, whatever its owner got since', async () => {
  const { data, node, rune } = await followRune()
  node.mine([{ ...ETCHING, inputs: [coin(8)] }])
  await data.following.untilTip()
  const origin = await startService({ data })
  const { body } = await getJson(`${origin}/explorer/v1/about`)
  expect([body.examples.rune, body.examples.output]).toEqual([rune, `${txidOf(ETCHING)}:0`])
})

test('what is not hexadecimal says where', async () => {
  const { data } = await followRune()
  const origin = await startService({ data, pages: 'server-rendered' })
  const { text } = await postForm(origin, '0g')
  expect(text).toMatch(/character 2 is .*g.*; hexadecimal has 0 to 9 and a to f/i)
})
