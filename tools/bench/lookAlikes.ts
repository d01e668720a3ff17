import { parseBlock, toBlock } from '../../src/bitcoin/block.ts'
import { commitmentOf, nameOfNumber, numberOfName } from '../../src/bitcoin/runeNames.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import type { NewTransaction } from '../../src/demo/encodeTransaction.ts'
import { Random } from '../../src/demo/random.ts'
import { revealWitness, taprootScript } from '../../src/demo/scripts.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { AlikeNames } from '../../src/indexer/alikeNames.ts'
import { indexBlock } from '../../src/indexer/indexBlock.ts'
import { createIndexes, openIndex } from '../../src/indexer/openIndex.ts'
import type { Commitment } from '../../src/indexer/rules.ts'
import type { BenchDatabase } from './benchDatabase.ts'
import { report, rounded } from './statistics.ts'

/** About as many as mainnet has. */
const NAMES = 200_000
const BLOCKS = 5
const ETCHINGS_PER_BLOCK = 3000
const MATURITY = 6

/**
 * Measures what it costs to find the runes whose names look like those that a block etches, and to write them: of
 * names that look like none, and of names that are as close together as they can be.
 */
export async function reportLookAlikes(createDatabase: () => Promise<BenchDatabase>) {
  reportSearch()
  const [scattered, close] = [scatteredNames(), closeNames()].map((names) =>
    names.slice(0, BLOCKS * ETCHINGS_PER_BLOCK),
  )
  for (const [kind, names = []] of [
    ['that look like none', scattered],
    ['as close together as can be', close],
  ] as const) {
    const { engine, cpuMs, bytes, pairs } = await measure(names, createDatabase)
    const name = `${engine}: ${names.length} etchings of names ${kind}`
    report(`${name}: CPU each`, rounded(cpuMs / names.length), { unit: 'ms' })
    report(`${name}: bytes each, with indexes`, Math.round(bytes / names.length), { unit: 'B' })
    report(`${name}: rows of look-alikes each`, rounded(pairs / names.length), { unit: '' })
  }
}

function reportSearch(): void {
  const names = scatteredNames()
  const alike = new AlikeNames()
  const [loaded, measured] = [names.slice(0, -10_000), names.slice(-10_000)]
  for (const [id, name] of loaded.entries()) alike.load(name, id)
  const before = process.cpuUsage()
  for (const [index, name] of measured.entries()) alike.add(name, loaded.length + index)
  report(
    `Look-alikes of a name among ${NAMES}: CPU`,
    rounded(cpuMsSince(before) / measured.length),
    { unit: 'ms' },
  )
}

/** Of 13 to 18 letters. */
function scatteredNames(): string[] {
  const random = new Random(5)
  return Array.from({ length: NAMES }, () =>
    Array.from({ length: 13 + random.below(6) }, () =>
      String.fromCharCode(65 + random.below(26)),
    ).join(''),
  )
}

/** They differ in the last letters only. */
function closeNames(): string[] {
  const first = numberOfName('B'.repeat(15))
  return Array.from({ length: BLOCKS * ETCHINGS_PER_BLOCK }, (_, index) =>
    nameOfNumber(first + BigInt(index)),
  )
}

async function measure(names: string[], createDatabase: () => Promise<BenchDatabase>) {
  const database = await createDatabase()
  const store = database.open()
  const node = new SimulatedNode()
  for (let block = 0; block < MATURITY; block++) node.mine()
  const state = await openIndex(store, { network: 'regtest', firstHeight: node.tip.height + 1 })
  let cpuMs = 0
  for (let block = 0; block < BLOCKS; block++) {
    const own = names.slice(block * ETCHINGS_PER_BLOCK, (block + 1) * ETCHINGS_PER_BLOCK)
    node.mine(own.map(etch))
    const parsed = toBlock(parseBlock(node.tip.bytes), node.tip.height)
    const commitments = new Map<string, Commitment>(
      parsed.transactions
        .slice(1)
        .flatMap(({ inputs }) =>
          inputs.map(
            (outpoint) => [outpoint, { script: taprootScript('any'), height: 0 }] as const,
          ),
        ),
    )
    const before = process.cpuUsage()
    await indexBlock(state, { block: parsed, commitments }, { isUndoable: false })
    await state.write()
    cpuMs += cpuMsSince(before)
  }
  const [row] = await store.query('SELECT count(*) AS pairs FROM rune_alike')
  await createIndexes(store)
  await store.close()
  const bytes = await database.bytes()
  await database.stop()
  return { engine: database.engine, cpuMs, bytes, pairs: Number(row?.pairs) }
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function etch(name: string): NewTransaction {
  const rune = numberOfName(name)
  const txid = rune.toString(16).padStart(64, 'c')
  return {
    inputs: [{ txid, vout: 0, witness: revealWitness(commitmentOf(rune)) }],
    outputs: [
      { script: taprootScript(name), value: 546 },
      runestoneOutput({ etching: { rune, premine: 1n, turbo: false } }),
    ],
  }
}
