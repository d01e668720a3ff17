// Gives hostile blocks to `ord` too, and compares what each output holds, what is burned, and how often each rune
// was minted, with `Holdings`, which the index is compared with. `--ord=path` names the program;
// `--only=text` selects blocks by their names; `--scale=0.01` says how large they are.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import * as v from 'valibot'
import { displayHash, splitOutpoint } from '../../src/bitcoin/block.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { parseExactly } from '../../src/tokens/exactJson.ts'
import { Holdings } from '../../test/support/hostile/holdings.ts'
import type { Shape } from '../../test/support/hostile/shape.ts'
import { SHAPES } from '../../test/support/hostile/shapes.ts'
import { addBlocks } from '../../test/support/model/models.ts'
import { serveNodeForOrd } from './serveNodeForOrd.ts'

const MAX_OUTPUT_BYTES = 500_000_000

const { values } = parseArgs({
  options: {
    ord: { type: 'string', default: 'ord' },
    only: { type: 'string', default: '' },
    scale: { type: 'string', default: '0.01' },
  },
})

const Integer = v.pipe(v.union([v.number(), v.bigint()]), v.transform(String))
const Balances = v.object({
  runes: v.record(v.string(), v.record(v.string(), v.object({ amount: Integer }))),
})
const Runes = v.object({
  runes: v.record(
    v.string(),
    v.object({ rune: v.string(), burned: Integer, mints: Integer, premine: Integer }),
  ),
})

for (const shape of SHAPES.filter(({ name }) => name.includes(values.only))) {
  const { amounts, differences } = await compare(shape)
  const verdict = differences.length === 0 ? 'equal' : 'DIFFERENT'
  console.log(`${verdict}: ${shape.name} (${amounts.toLocaleString('en')} amounts)`)
  for (const difference of differences.slice(0, 5)) console.log(`  ${difference}`)
  if (differences.length > 0) process.exitCode = 1
}

async function compare({ build }: Shape) {
  const node = new SimulatedNode()
  const { transactions, ...options } = build(node, Number(values.scale))
  node.mine(transactions, options)
  const holdings = new Holdings(node.network)
  addBlocks(holdings, node)
  const folder = await mkdtemp(join(tmpdir(), 'ord-'))
  const served = await serveNodeForOrd(node)
  try {
    const ord = await askOrd(served.url, folder)
    const expected = factsOf(holdings)
    return { amounts: expected.size, differences: differencesOf(ord, expected) }
  } finally {
    await served.stop()
    await rm(folder, { recursive: true })
  }
}

/** Facts by what they are about. */
type Facts = Map<string, string>

async function askOrd(url: string, folder: string): Promise<Facts> {
  const ask = async <Output>(command: string, schema: v.GenericSchema<unknown, Output>) => {
    const { stdout } = await promisify(execFile)(
      values.ord,
      [
        ...['--regtest', '--index-runes', '--no-index-inscriptions', `--data-dir=${folder}`],
        ...[`--bitcoin-rpc-url=${url}`, '--bitcoin-rpc-username=ord'],
        ...['--bitcoin-rpc-password=ord', command],
      ],
      { maxBuffer: MAX_OUTPUT_BYTES },
    )
    return v.parse(schema, parseExactly(stdout))
  }
  const balances = await ask('balances', Balances)
  const { runes } = await ask('runes', Runes)
  const facts: Facts = new Map()
  for (const [name, outputs] of Object.entries(balances.runes)) {
    for (const [outpoint, { amount }] of Object.entries(outputs)) {
      facts.set(`${name} at ${outpoint}`, amount)
    }
  }
  for (const { rune, burned, mints, premine } of Object.values(runes)) {
    facts.set(rune, `${premine} premined, minted ${mints} times, ${burned} burned`)
  }
  return facts
}

function factsOf({ unspent, register, burned }: Holdings): Facts {
  const facts: Facts = new Map()
  for (const [outpoint, { amounts }] of unspent) {
    const { txid, vout } = splitOutpoint(outpoint)
    for (const [rune, amount] of amounts) {
      facts.set(`${rune.spacedName} at ${displayHash(txid)}:${vout}`, String(amount))
    }
  }
  for (const rune of register.runes) {
    const mints = register.mints.get(rune) ?? 0
    const lost = burned.get(rune) ?? 0n
    facts.set(rune.spacedName, `${rune.premine} premined, minted ${mints} times, ${lost} burned`)
  }
  return facts
}

function differencesOf(ord: Facts, expected: Facts): string[] {
  return [...new Set([...ord.keys(), ...expected.keys()])]
    .filter((key) => ord.get(key) !== expected.get(key))
    .map((key) => `${key}: ord has ${ord.get(key)}, not ${expected.get(key)}`)
}
