import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { addressOf } from '../../src/bitcoin/addresses.ts'
import { parseBlock, type Transaction, toBlock } from '../../src/bitcoin/block.ts'
import { openNode } from '../../src/bitcoin/node.ts'
import { isReserved, nameOfNumber, numberOfName } from '../../src/bitcoin/runeNames.ts'
import { FLAWS, type RuneId } from '../../src/bitcoin/runestone.ts'
import { DemoChain, startDemo } from '../../src/demo/demoChain.ts'
import { DemoState } from '../../src/demo/demoState.ts'
import { taprootScript } from '../../src/demo/scripts.ts'
import type { MinedBlock, SimulatedNode } from '../../src/demo/simulatedNode.ts'
import type { LedgerRecord } from '../../src/indexer/effects.ts'
import type { TransactionChanges } from '../../src/indexer/rules.ts'

const NOW = 1_780_000_000
const DAY = 86_400

describe('The history of the demo chain', () => {
  let history: History
  let node: SimulatedNode
  beforeAll(() => {
    node = new DemoChain(NOW).node
    history = readHistory(node)
  })

  test('is the same each time', () => {
    const again = readHistory(new DemoChain(NOW).node)
    expect(again.blocks.map(({ hash }) => hash)).toEqual(history.blocks.map(({ hash }) => hash))
  })

  test('has 300 blocks in 30 days, some with a time before that of the block before', () => {
    const times = history.blocks.map(({ timestamp }) => timestamp)
    expect(times).toHaveLength(300)
    const days = new Set(times.map((time) => Math.floor(time / DAY)))
    expect(days.size).toBeGreaterThanOrEqual(30)
    expect(NOW - Math.max(...times)).toBeLessThan(300)
    expect(times.filter((time, index) => time < (times[index - 1] ?? 0)).length).toBeGreaterThan(3)
  })

  test('has every operation, every flaw and every kind of move', () => {
    const counts = countKinds(history)
    console.log(counts)
    for (const [kind, count] of Object.entries(counts)) expect(count, kind).toBeGreaterThan(0)
  })

  test('has a block with thousands of movements, and one output each for 2,200 receivers', () => {
    const movements = history.changes.map((block) => block.flatMap(movementsOf).length)
    console.log({ movements: Math.max(...movements) })
    expect(Math.max(...movements)).toBeGreaterThanOrEqual(2500)
    const outputs = history.changes.flat().map((changes) => changes.outputs.length)
    expect(Math.max(...outputs)).toBeGreaterThanOrEqual(2200)
  })

  test('has runes of every kind', () => {
    const { state } = history
    const find = (name: string) => state.runes.get(state.names.get(numberOfName(name)) ?? '')
    expect(find('FIRSTCOMEFIRSTSERVED')).toMatchObject({ mints: 120n })
    expect(find('ALMOSTMINTEDOUT')).toMatchObject({ mints: 97n })
    expect(find('CAPWITHOUTAMOUNT')?.mints).toBeGreaterThan(0n)
    expect(find('BOUNDEDBYHEIGHT')?.mints).toBeGreaterThan(0n)
    expect(find('OPENSATBLOCKFOURHUNDRED')).toMatchObject({ mints: 0n })
    expect(find('GOLDENRETRIEVER')?.mints).toBeGreaterThan(2000n)
    expect(find('GOLDENRETRIEVER')?.etching).toMatchObject({ symbol: '🐕', turbo: true })
    expect(find('ETCHEDBYACENOTAPH')).toMatchObject({ isCenotaph: true })
    expect(find('TOOEARLYTOREVEAL')).toBeUndefined()
    expect(find('NEVERCOMMITTEDTO')).toBeUndefined()
    const names = [...state.names.keys()].map(nameOfNumber)
    const lookAlikes = ['GOLDENRETRIEVER', 'GOLDENRETRIEVERS', 'GOLDENRETREIVER']
    expect(names).toEqual(expect.arrayContaining(lookAlikes))
    const divisibilities = [...state.runes.values()].map(({ etching }) => etching.divisibility ?? 0)
    expect(divisibilities).toEqual(expect.arrayContaining([0, 2, 8, 18, 38]))
  })

  test('has people who come back in many blocks', () => {
    const alice = addressOf(taprootScript('alice'), 'regtest')
    const blocks = history.changes.filter((block) =>
      block.some(({ outputs }) => outputs.some(({ output }) => output.owner === alice)),
    )
    expect(blocks.length).toBeGreaterThan(100)
  })

  test('leaves as many units as were premined and minted, less those burned', () => {
    const { state } = history
    const supply = new Map<RuneId, bigint>()
    const add = (rune: RuneId, amount: bigint) =>
      supply.set(rune, (supply.get(rune) ?? 0n) + amount)
    for (const { etched, records } of history.changes.flat()) {
      if (etched) add(etched.id, etched.etching.premine ?? 0n)
      for (const record of records) {
        if (record.operation === 'mint') add(record.rune, record.amount)
        if (record.operation === 'burn') add(record.rune, -record.amount)
      }
    }
    for (const { amounts } of state.outputs.values()) {
      for (const [rune, amount] of amounts) add(rune, -amount)
    }
    expect([...supply].filter(([, rest]) => rest !== 0n)).toEqual([])
  })

  test('leaves transactions in the mempool', () => {
    expect(node.mempool.size).toBeGreaterThan(0)
  })
})

describe('The live demo chain', () => {
  const { node, steps } = mineLiveBlocks(60)

  test('grows by a block at a time, with what was in the mempool', () => {
    for (const { before, waiting, tip, isReorganisation } of steps) {
      expect(tip.height).toBe(before.height + 1)
      if (!isReorganisation) expect(tip.txids).toEqual(expect.arrayContaining(waiting))
      expect(waiting.length).toBeGreaterThan(0)
    }
  })

  test('replaces its last one to three blocks at every twelfth block', () => {
    const replaced = steps.flatMap(({ isReorganisation }, index) =>
      isReorganisation ? [index + 1] : [],
    )
    expect(replaced).toEqual([12, 24, 36, 48, 60])
    for (const { depth, isReorganisation } of steps) {
      expect(depth).toBeLessThanOrEqual(3)
      expect(depth > 0).toBe(isReorganisation)
    }
  })

  test('stays linked, and spends nothing twice', () => {
    for (let { height } = node.tip; height > 0; height--) {
      expect(node.blockAt(height)?.parent).toBe(node.blockAt(height - 1)?.hash)
    }
    const { transactions } = readHistory(node)
    const inputs = transactions.flatMap(({ index, inputs }) => (index > 0 ? inputs : []))
    expect(new Set(inputs).size).toBe(inputs.length)
  })

  test('moves and etches runes after reorganisations', () => {
    const blocks = readHistory(node).changes.slice(300)
    for (const block of blocks) expect(block.length).toBeGreaterThan(0)
    expect(blocks.flat().some(({ etched }) => etched !== undefined)).toBe(true)
  })

  test('is served by a node that mines by itself', async () => {
    const start = performance.now()
    const { url, stop } = await startDemo({ intervalMs: 20 })
    console.log(`The demo starts in ${Math.round(performance.now() - start)} ms.`)
    onTestFinished(stop)
    const client = openNode({ url })
    const { network, height } = await client.chainInfo()
    expect(network).toBe('regtest')
    expect(height).toBeGreaterThanOrEqual(299)
    await expect.poll(async () => (await client.chainInfo()).height).toBeGreaterThan(height)
    const block = await client.blockBytes((await client.blockHash(262)) ?? '')
    expect(parseBlock(block).txids.length).toBeGreaterThan(900 * 32)
  })
})

type History = {
  blocks: MinedBlock[]
  transactions: Transaction[]
  /** By block. */
  changes: TransactionChanges[][]
  state: DemoState
}

/** Applies the rules to the best chain. */
function readHistory(node: SimulatedNode): History {
  const state = new DemoState({
    network: node.network,
    findOutput: (output) => node.findOutput(output),
  })
  const blocks = Array.from({ length: node.tip.height + 1 }, (_, height) => {
    const block = node.blockAt(height)
    if (block === undefined) throw new Error(`There is no block ${height}.`)
    return block
  })
  const parsed = blocks.map(({ bytes, height }) =>
    toBlock(parseBlock(new Uint8Array(bytes)), height),
  )
  const changes = parsed.map((block) => state.apply(block))
  return {
    blocks,
    transactions: parsed.flatMap(({ transactions }) => transactions),
    changes,
    state,
  }
}

function countKinds({ changes, transactions }: History): Record<string, number> {
  const all = changes.flat()
  const records = all.flatMap((change) => change.records)
  const count = (isCounted: (record: LedgerRecord) => boolean) => records.filter(isCounted).length
  const countChanges = (isCounted: (change: TransactionChanges) => boolean) =>
    all.filter(isCounted).length
  const etched = all.flatMap((change) => change.etched ?? [])
  const operations = ['etching', 'mint', 'burn', 'send', 'receive'] as const
  return {
    ...Object.fromEntries(
      operations.map((name) => [name, count((record) => record.operation === name)]),
    ),
    ...Object.fromEntries(
      FLAWS.map((flaw) => [flaw, countChanges((changes) => changes.flaw === flaw)]),
    ),
    'etchings with a name': etched.filter(({ name }) => !isReserved(name)).length,
    'etchings without a name': etched.filter(({ name }) => isReserved(name)).length,
    'etchings by cenotaphs': etched.filter(({ isCenotaph }) => isCenotaph).length,
    'etchings that are refused':
      transactions.filter(({ runestone }) => isEtching(runestone)).length - etched.length,
    'etchings in a coinbase': countChanges(
      (changes) => changes.etched !== undefined && isCoinbase(changes),
    ),
    'mints in a coinbase': countChanges((changes) => isCoinbase(changes) && hasMint(changes)),
    'mints that are refused':
      transactions.filter(({ runestone }) => runestone?.mint !== undefined).length -
      count((record) => record.operation === 'mint'),
    'mints of nothing': count((record) => record.operation === 'mint' && record.amount === 0n),
    'mints by cenotaphs': countChanges((changes) => changes.flaw !== undefined && hasMint(changes)),
    'burns at an OP_RETURN': count(
      (record) => record.operation === 'burn' && record.vout !== undefined,
    ),
    'burns without an output': countChanges(
      (changes) => changes.flaw === undefined && burnsNowhere(changes),
    ),
    'cenotaphs that burn what they spend': countChanges(
      (changes) => changes.flaw !== undefined && changes.spent.length > 0,
    ),
    'receives without an address': count(
      (record) => record.operation === 'receive' && record.address === undefined,
    ),
    'sends without an address': count(
      (record) => record.operation === 'send' && record.address === undefined,
    ),
    'receives of change': count((record) => record.operation === 'receive' && record.change > 0n),
    'moves of several runes': countChanges(({ records }) => {
      return (
        new Set(records.flatMap((record) => (record.operation === 'send' ? record.rune : [])))
          .size > 1
      )
    }),
    'outputs with several runes': countChanges(({ outputs }) =>
      outputs.some(({ output }) => output.amounts.size > 1),
    ),
    'transactions with several senders': countChanges(({ records }) => {
      return (
        new Set(
          records.flatMap((record) => (record.operation === 'send' ? (record.address ?? []) : [])),
        ).size > 1
      )
    }),
  }
}

function isEtching(runestone: Transaction['runestone']): boolean {
  if (runestone?.kind === 'cenotaph') return runestone.rune !== undefined
  return runestone?.etching !== undefined
}

function isCoinbase({ transaction }: TransactionChanges): boolean {
  return transaction.index === 0
}

function hasMint({ records }: TransactionChanges): boolean {
  return records.some(({ operation }) => operation === 'mint')
}

function burnsNowhere({ records }: TransactionChanges): boolean {
  return records.some((record) => record.operation === 'burn' && record.vout === undefined)
}

/** Records that tell of units that went from one to another. */
function movementsOf({ records }: TransactionChanges): LedgerRecord[] {
  return records.filter((record) => {
    if (record.operation === 'send') return record.address !== record.receiver
    if (record.operation === 'receive') return record.fresh !== undefined
    return record.operation === 'burn' || record.operation === 'etching'
  })
}

function mineLiveBlocks(count: number) {
  const chain = new DemoChain(NOW)
  const { node } = chain
  const steps = Array.from({ length: count }, () => {
    const [before, waiting] = [node.tip, [...node.mempool.keys()]]
    chain.mineNext()
    const depth = [0, 1, 2, 3, 4].findIndex((depth) => {
      const block = ancestorOf(node, before, depth)
      return node.blockAt(block.height) === block
    })
    return { before, waiting, tip: node.tip, depth, isReorganisation: depth !== 0 }
  })
  return { node, steps }
}

function ancestorOf(node: SimulatedNode, block: MinedBlock, generations: number): MinedBlock {
  if (generations === 0) return block
  const parent = node.findBlock(block.parent)
  if (parent === undefined) throw new Error('The block has no parent.')
  return ancestorOf(node, parent, generations - 1)
}
