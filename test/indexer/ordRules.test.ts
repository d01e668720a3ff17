import { describe, expect, it } from 'vitest'
import {
  type Block,
  displayHash,
  hashBytes,
  type Outpoint,
  parseBlock,
  splitOutpoint,
  toBlock,
  toOutpoint,
} from '../../src/bitcoin/block.ts'
import { NETWORKS } from '../../src/bitcoin/networks.ts'
import { MAX_U128, nameOfNumber, numberOfName } from '../../src/bitcoin/runeNames.ts'
import { compareRuneIds } from '../../src/bitcoin/runestone.ts'
import type { SpentOutput } from '../../src/bitcoin/spentOutputs.ts'
import { type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { type MinedBlock, SimulatedNode } from '../../src/demo/simulatedNode.ts'
import type { LedgerRecord } from '../../src/indexer/effects.ts'
import type { HeldOutput, Send } from '../../src/indexer/moves.ts'
import { applyBlock, applyBlockWithin, type TransactionChanges } from '../../src/indexer/rules.ts'
import {
  type BuiltChain,
  buildChain,
  CHAIN_FILES,
  describeRecord,
  describeRefusal,
  type IndexContents,
  readChainCases,
} from '../support/ordCases.ts'

for (const file of CHAIN_FILES) {
  describe(`the rules give what ${file} expects`, () => {
    for (const chainCase of readChainCases(file)) {
      it(chainCase.name, () => {
        expect(indexChain(buildChain(chainCase))).toEqual(chainCase.expect)
      })
    }
  })
}

describe('a transaction with many moves', () => {
  const OUTPUTS = 100

  /**
   * What a transaction records that spends two outputs with 20,000 units, and gives one unit to each of 100 outputs
   * 199 times, and one more to the first output some times.
   */
  function recordsOfAirdrop(times: number): string[] {
    const toAll = { id: '2:1', amount: 1n, output: OUTPUTS + 1 }
    const toFirst = { id: '2:1', amount: 1n, output: 0 }
    const edicts = [
      ...Array.from({ length: 199 }, () => toAll),
      ...Array.from({ length: times }, () => toFirst),
    ]
    const chain = buildChain({
      network: 'regtest',
      firstHeight: 0,
      blocks: [
        2,
        [
          {
            label: 'etch',
            inputs: ['coins'],
            outputs: ['alice', 'no address'],
            runestone: {
              etching: { premine: 20_000n, turbo: false },
              edicts: [{ id: '0:0', amount: 5_000n, output: 1 }],
            },
          },
        ],
        [
          {
            label: 'airdrop',
            inputs: ['etch:0', 'etch:1'],
            outputs: Array.from({ length: OUTPUTS }, (_, vout) => `receiver ${vout}`),
            runestone: { edicts },
          },
        ],
      ],
    })
    return indexChain(chain).records.airdrop ?? []
  }

  it('records each of 20,000 moves and pieces', () => {
    const owners = Array.from({ length: 199 }, (_, edict) => (edict < 150 ? ' by alice' : ''))
    const moves = owners.flatMap((owner) =>
      Array.from({ length: OUTPUTS }, (_, vout) => [
        `receive 2:1 1 by receiver ${vout} at ${vout}`,
        `send 2:1 1${owner} to receiver ${vout} at ${vout}`,
      ]).flat(),
    )
    const toFirst = (amount: number) => [
      `receive 2:1 ${amount} by receiver 0 at 0`,
      `send 2:1 ${amount} to receiver 0 at 0`,
    ]
    const singles = Array.from({ length: 98 }, () => toFirst(1)).flat()
    expect(recordsOfAirdrop(98)).toEqual([...moves, ...singles, ...toFirst(2)])
  })

  it('adds up 20,001 moves and pieces by rune, output and owner', () => {
    const moves = Array.from({ length: OUTPUTS }, (_, vout) => [
      `receive 2:1 ${vout === 0 ? 299 : 199} by receiver ${vout} at ${vout}`,
      `send 2:1 150 by alice to receiver ${vout} at ${vout}`,
      `send 2:1 ${vout === 0 ? 149 : 49} to receiver ${vout} at ${vout}`,
    ])
    expect(recordsOfAirdrop(99)).toEqual(moves.flat())
  })

  it('adds up 20,001 burns by rune, output and owner', () => {
    const edict = { id: '2:1', amount: 1n, output: 0 }
    const chain = buildChain({
      network: 'regtest',
      firstHeight: 0,
      blocks: [
        2,
        [
          {
            label: 'etch',
            inputs: ['coins'],
            outputs: ['alice', 'bob'],
            runestone: {
              etching: { premine: 20_001n, turbo: false },
              edicts: [{ id: '0:0', amount: 8_000n, output: 1 }],
            },
          },
        ],
        [
          {
            label: 'burn',
            inputs: ['etch:1', 'etch:0'],
            outputs: ['op_return'],
            runestone: { edicts: Array.from({ length: 20_001 }, () => edict) },
          },
        ],
      ],
    })
    expect(indexChain(chain).records.burn).toEqual([
      'burn 2:1 8000 by bob at 0',
      'burn 2:1 12001 by alice at 0',
    ])
  })
})

it('gives up a block that has more records than asked for', () => {
  const etching = {
    label: 'etch',
    inputs: ['coins'],
    outputs: ['alice'],
    runestone: { etching: { premine: 1n, turbo: false }, edicts: [] },
  }
  const { network, firstHeight, blocks } = buildChain({
    network: 'regtest',
    firstHeight: 0,
    blocks: [2, [etching]],
  })
  const node = new SimulatedNode({ network, firstHeight })
  for (const { transactions } of blocks.slice(1)) node.mine(transactions)
  const block = toBlock(parseBlock(node.tip.bytes), node.tip.height)
  const nothing = { network, outputs: new Map(), runes: new Map(), commitments: new Map() }
  const apply = (maxRecords: number) =>
    applyBlockWithin(block, { ...nothing, takenNames: new Set() }, maxRecords)
  expect(apply(2)?.map(({ records }) => records.length)).toEqual([2])
  expect(apply(1)).toBeUndefined()
})

/** Applies the rules to the blocks of a chain, and says what an index holds then. */
function indexChain(chain: BuiltChain): IndexContents {
  const { network, firstHeight, blocks } = chain
  const node = new SimulatedNode({ network, firstHeight })
  const index = new MemoryIndex(chain)
  index.addBlock(node.tip)
  for (const { coinbase, transactions } of blocks.slice(1)) {
    index.addBlock(node.mine(transactions, { coinbaseOutputs: coinbase.outputs }))
  }
  return index.contents()
}

type Rune = IndexContents['runes'][number]

/** 1:0 was never etched: it is part of the protocol on mainnet. */
const GENESIS_RUNE: Rune = {
  id: '1:0',
  name: 'UNCOMMONGOODS',
  spacers: 128,
  divisibility: 0,
  symbol: '⧉',
  premine: 0n,
  terms: { amount: 1n, cap: MAX_U128, heightStart: 840_000n, heightEnd: 1_050_000n },
  turbo: true,
  mints: 0n,
  burned: 0n,
}

type RecordFields = Parameters<typeof describeRecord>[0]

/** An index in memory, which keeps every output as a possible commitment. */
class MemoryIndex {
  readonly #chain: BuiltChain
  readonly #labels: Map<string, string>
  readonly #runes = new Map<string, Rune>()
  readonly #outputs = new Map<Outpoint, HeldOutput>()
  readonly #commitments = new Map<Outpoint, SpentOutput>()
  readonly #balances = new Map<string, Map<string, bigint>>()
  readonly #records: IndexContents['records'] = {}
  readonly #flaws: IndexContents['flaws'] = {}
  readonly #refusals: IndexContents['refusals'] = {}
  /** The ids of those that cenotaphs etched. */
  readonly #broken = new Set<string>()

  constructor(chain: BuiltChain) {
    this.#chain = chain
    const labels = [...chain.txids, ...chain.addresses]
    this.#labels = new Map(labels.map(([label, value]) => [value, label]))
    if (chain.network === 'main') this.#runes.set(GENESIS_RUNE.id, { ...GENESIS_RUNE })
  }

  addBlock({ bytes, height, transactions }: MinedBlock): void {
    const isIndexed = height >= NETWORKS[this.#chain.network].firstRuneHeight
    if (isIndexed) this.#applyRules(toBlock(parseBlock(bytes), height))
    for (const { transaction } of transactions) this.#addCommitments(transaction, height)
  }

  #applyRules(block: Block): void {
    const runes = [...this.#runes.values()]
    const changes = applyBlock(block, {
      network: this.#chain.network,
      outputs: this.#outputs,
      runes: new Map(
        runes.map(({ id, terms, mints }) => {
          const isCenotaph = this.#broken.has(id)
          return [id, { height: heightOf(id), terms, mints, isCenotaph }]
        }),
      ),
      takenNames: new Set(runes.map(({ name }) => numberOfName(name))),
      commitments: this.#commitments,
    })
    for (const change of changes) this.#addChange(change)
    this.#checkSupplies()
  }

  #addCommitments(transaction: NewTransaction, height: number): void {
    const txid = hashBytes(txidOf(transaction))
    for (const [vout, { script }] of transaction.outputs.entries()) {
      this.#commitments.set(toOutpoint(txid, vout), { script, height })
    }
  }

  #addChange(change: TransactionChanges): void {
    const { transaction, flaw, etched, refusals, records, spent, outputs } = change
    const label = this.#label(transaction.txid)
    if (refusals.length > 0) {
      this.#refusals[label] = refusals.map((refusal) => {
        return describeRefusal({ ...refusal, address: this.#label(refusal.address) })
      })
    }
    if (records.length === 0) return
    if (etched?.isCenotaph) this.#broken.add(etched.id)
    if (flaw !== undefined) this.#flaws[label] = flaw
    if (etched !== undefined) {
      const { spacers = 0, divisibility = 0, symbol, premine = 0n, terms, turbo } = etched.etching
      const { id } = etched
      const name = nameOfNumber(etched.name)
      const fields = { spacers, divisibility, symbol, premine, terms, turbo, mints: 0n, burned: 0n }
      this.#runes.set(id, { id, name, etching: label, ...fields })
    }
    for (const record of records) this.#count(record)
    checkReceives(records)
    this.#records[label] = records.map((record) => describeRecord(this.#fieldsOf(record)))
    for (const outpoint of spent) expect(this.#outputs.delete(outpoint), outpoint).toBe(true)
    for (const { vout, output } of outputs) {
      const ids = [...output.amounts.keys()]
      expect(ids, 'the runes of an output').toEqual(ids.toSorted(compareRuneIds))
      this.#outputs.set(transaction.outpoint(vout), output)
    }
  }

  #count(record: LedgerRecord): void {
    const rune = this.#runes.get(record.rune)
    if (rune === undefined) throw new Error(`There is no rune ${record.rune}`)
    if (record.operation === 'mint') rune.mints += 1n
    if (record.operation === 'burn') rune.burned += record.amount
    const { address, amount = 0n } = this.#fieldsOf(record)
    if (address === undefined) return
    const balances = this.#balances.get(address) ?? new Map<string, bigint>()
    this.#balances.set(address, balances)
    const change = record.operation === 'receive' ? amount : -amount
    balances.set(record.rune, (balances.get(record.rune) ?? 0n) + change)
  }

  #fieldsOf(record: LedgerRecord): RecordFields {
    switch (record.operation) {
      case 'etching':
      case 'mint':
        return record
      case 'receive':
      case 'burn':
        return { ...record, address: this.#label(record.address) }
      case 'send': {
        const { address, receiver } = record
        return { ...record, address: this.#label(address), receiver: this.#label(receiver) }
      }
    }
  }

  /** What exists of each rune is what unspent outputs hold. */
  #checkSupplies(): void {
    for (const { id, premine, mints, terms, burned } of this.#runes.values()) {
      const held = [...this.#outputs.values()].map(({ amounts }) => amounts.get(id) ?? 0n)
      const sum = held.reduce((one, other) => one + other, 0n)
      expect(sum, `units of ${id}`).toBe(premine + mints * (terms?.amount ?? 0n) - burned)
    }
  }

  contents(): IndexContents {
    const outputs = [...this.#outputs].map(([outpoint, { amounts }]) => {
      const { txid, vout } = splitOutpoint(outpoint)
      return [`${this.#label(displayHash(txid))}:${vout}`, Object.fromEntries(amounts)] as const
    })
    const balances = [...this.#balances].flatMap(([address, amounts]) => {
      const held = [...amounts].filter(([, amount]) => amount !== 0n)
      return held.length === 0 ? [] : [[address, Object.fromEntries(held)] as const]
    })
    return {
      runes: [...this.#runes.values()],
      outputs: Object.fromEntries(outputs),
      balances: Object.fromEntries(balances),
      records: this.#records,
      flaws: this.#flaws,
      refusals: this.#refusals,
    }
  }

  /** Of a transaction or an address. What has no label is shown as it is. */
  #label<Value extends string | undefined>(value: Value): Value | string {
    return value === undefined ? value : (this.#labels.get(value) ?? value)
  }
}

function heightOf(id: string): number {
  return Number(id.split(':')[0])
}

/** The sends of a receive follow it. What they lack is new, and those of the receiver are change. */
function checkReceives(records: LedgerRecord[]): void {
  const sends: Send[] = []
  for (const record of records.toReversed()) {
    if (record.operation === 'send') sends.push(record)
    if (record.operation !== 'receive') continue
    const { address, amount, fresh, change } = record
    const own = sends.filter((send) => send.address !== undefined && send.address === address)
    const isRight =
      fresh?.amount !== 0n &&
      (fresh?.amount ?? 0n) + sumOf(sends) === amount &&
      change === sumOf(own)
    if (!isRight)
      expect.fail(`The sends of this record do not agree with a receive at ${record.vout}`)
    sends.length = 0
  }
}

function sumOf(sends: Send[]): bigint {
  return sends.reduce((sum, { amount }) => sum + amount, 0n)
}
