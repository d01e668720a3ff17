import { describe, expect, it } from 'vitest'
import {
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
import {
  encodeBlock,
  encodeTransaction,
  type NewTransaction,
  txidOf,
} from '../../src/indexer/demoChain/encode.ts'
import type { HeldOutput } from '../../src/indexer/moves.ts'
import {
  applyBlock,
  type Commitment,
  type LedgerRecord,
  type TransactionChanges,
} from '../../src/indexer/rules.ts'
import {
  buildChain,
  CHAIN_FILES,
  type Chain,
  type ChainState,
  describeRecord,
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

  /** What a transaction records that gives 20,000 units to 100 outputs, one by one, after minting `minted` more. */
  function recordsOfAirdrop(minted: bigint): string[] {
    const terms = { amount: minted, cap: 1n }
    const edict = { id: '2:1', amount: 1n, output: OUTPUTS + 1 }
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
              etching: { premine: 20_000n, terms, turbo: false },
              edicts: [{ id: '0:0', amount: 5_000n, output: 1 }],
            },
          },
        ],
        [
          {
            label: 'airdrop',
            inputs: ['etch:0', 'etch:1'],
            outputs: Array.from({ length: OUTPUTS }, (_, vout) => `receiver ${vout}`),
            runestone: { mint: '2:1', edicts: Array.from({ length: 200 }, () => edict) },
          },
        ],
      ],
    })
    return indexChain(chain).records.airdrop ?? []
  }

  it('records each of 20,000 moves', () => {
    const owners = [...Array(150).fill(' by alice'), ...Array(50).fill('')]
    const moves = owners.flatMap((owner) =>
      Array.from({ length: OUTPUTS }, (_, vout) => [
        `receive 2:1 1 by receiver ${vout} at ${vout}`,
        `send 2:1 1${owner} to receiver ${vout} at ${vout}`,
      ]).flat(),
    )
    expect(recordsOfAirdrop(0n)).toEqual(['mint 2:1 0', ...moves])
  })

  it('adds up 20,001 moves by rune, output and owner', () => {
    const moves = Array.from({ length: OUTPUTS }, (_, vout) => [
      `receive 2:1 ${vout === 0 ? 201 : 200} by receiver ${vout} at ${vout}`,
      `send 2:1 150 by alice to receiver ${vout} at ${vout}`,
      `send 2:1 50 to receiver ${vout} at ${vout}`,
    ])
    expect(recordsOfAirdrop(1n)).toEqual(['mint 2:1 1', ...moves.flat()])
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

/** Applies the rules to the blocks of a chain, and says what an index shows then. */
function indexChain(chain: Chain): ChainState {
  const index = new MemoryIndex(chain)
  let parent = '0'.repeat(64)
  for (const [position, { coinbase, transactions }] of chain.blocks.entries()) {
    const all = [coinbase, ...transactions]
    const height = chain.firstHeight + position
    const encoded = encodeBlock({
      parent,
      timestamp: height,
      transactions: all.map(encodeTransaction),
      txids: all.map(txidOf),
    })
    parent = encoded.hash
    index.addBlock(encoded.bytes, height)
    for (const transaction of all) index.addCommitments(transaction, height)
  }
  return index.state()
}

type Rune = ChainState['runes'][number]

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
  readonly #chain: Chain
  readonly #labels: Map<string, string>
  readonly #runes = new Map<string, Rune>()
  readonly #outputs = new Map<Outpoint, HeldOutput>()
  readonly #commitments = new Map<Outpoint, Commitment>()
  readonly #balances = new Map<string, Map<string, bigint>>()
  readonly #records: ChainState['records'] = {}
  readonly #flaws: ChainState['flaws'] = {}

  constructor(chain: Chain) {
    this.#chain = chain
    const labels = [...chain.txids, ...chain.addresses]
    this.#labels = new Map(labels.map(([label, value]) => [value, label]))
    if (chain.network === 'main') this.#runes.set(GENESIS_RUNE.id, { ...GENESIS_RUNE })
  }

  addBlock(bytes: Uint8Array<ArrayBuffer>, height: number): void {
    if (height < NETWORKS[this.#chain.network].firstRuneHeight) return
    const runes = [...this.#runes.values()]
    const changes = applyBlock(toBlock(parseBlock(bytes), height), {
      network: this.#chain.network,
      outputs: this.#outputs,
      runes: new Map(
        runes.map(({ id, terms, mints }) => [id, { height: heightOf(id), terms, mints }]),
      ),
      takenNames: new Set(runes.map(({ name }) => numberOfName(name))),
      commitments: this.#commitments,
    })
    for (const change of changes) this.#addChange(change)
    this.#checkSupplies()
  }

  addCommitments(transaction: NewTransaction, height: number): void {
    const txid = hashBytes(txidOf(transaction))
    for (const [vout, { script }] of transaction.outputs.entries()) {
      this.#commitments.set(toOutpoint(txid, vout), { script, height })
    }
  }

  #addChange({ transaction, flaw, etched, records, spent, outputs }: TransactionChanges): void {
    const label = this.#label(transaction.txid)
    if (flaw !== undefined) this.#flaws[label] = flaw
    if (etched !== undefined) {
      const { spacers = 0, divisibility = 0, symbol, premine = 0n, terms, turbo } = etched.etching
      const { id } = etched
      const name = nameOfNumber(etched.name)
      const fields = { spacers, divisibility, symbol, premine, terms, turbo, mints: 0n, burned: 0n }
      this.#runes.set(id, { id, name, etching: label, ...fields })
    }
    for (const record of records) this.#count(record)
    this.#records[label] = records.map((record) => describeRecord(this.#fieldsOf(record)))
    for (const outpoint of spent) this.#outputs.delete(outpoint)
    for (const { vout, output } of outputs) {
      this.#outputs.set(transaction.outpoint(vout), output)
    }
  }

  #count(record: LedgerRecord): void {
    const rune = this.#runes.get(record.rune)
    if (rune === undefined) throw new Error(`There is no rune ${record.rune}`)
    const isMint = record.operation === 'burn' && record.isMint
    if (record.operation === 'mint' || isMint) rune.mints += 1n
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
        return { ...record, address: this.#label(record.receiver), receiver: undefined }
      case 'send': {
        const { sender, receiver } = record
        return { ...record, address: this.#label(sender), receiver: this.#label(receiver) }
      }
      case 'burn':
        return { ...record, address: this.#label(record.owner) }
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

  state(): ChainState {
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
