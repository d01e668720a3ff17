import { SAMPLES } from '../../contract/samples.ts'
import type { NewRow } from '../database/replaceRows.ts'
import type { ImportedRecord } from '../import/readLine.ts'
import {
  type Event,
  type Random,
  randomAddress,
  recordsOf,
  type SampleRune,
  sampleRune,
  seededRandom,
} from './sampleRecords.ts'

/**
 * The runes of the sample block whose whole history is in the block: etching, premine, mints, transfers
 * with change and burns. `supplyChanges` and `balanceChanges` are the rows that follow from it. They are
 * the same every time.
 */
export function sampleRunes() {
  const random = seededRandom('Cairn sample runes')
  const histories = PLANS.map((plan) => createHistory(plan, random))
  return {
    runes: histories.map(({ rune }) => rune),
    records: histories.flatMap(({ records }) => records),
    supplyChanges: histories.map(({ supplyChange }) => supplyChange),
    balanceChanges: histories.flatMap(({ balanceChanges }) => balanceChanges),
  }
}

/** Amounts are in the rune's smallest unit. */
type Plan = {
  /** Of the etching. The next transactions are those of the rune, so that no two runes share one. */
  txIndex: number
  number: number
  spaced_name: string
  divisibility: number
  premine: bigint
  mintAmount: bigint
  mints: number
  /** How many addresses there are. Each mints, and some transfer all they have. */
  addresses: number
  terms: NewRow
}

const PLANS: Plan[] = [
  {
    txIndex: 10_001,
    number: 999_999_004,
    spaced_name: 'SAMPLE•OPEN•MINT',
    divisibility: 2,
    premine: 100_000_000n,
    mintAmount: 10_000n,
    mints: 300,
    addresses: 90,
    terms: { terms_cap: '1000' },
  },
  {
    txIndex: 20_001,
    number: 999_999_005,
    spaced_name: 'SAMPLE•CAP•REACHED',
    divisibility: 18,
    premine: 21_000n * 10n ** 18n,
    mintAmount: 1000n * 10n ** 18n,
    mints: 400,
    addresses: 320,
    terms: { terms_cap: '400', terms_offset_start: 0, terms_offset_end: 1000 },
  },
]

function createHistory(plan: Plan, random: Random) {
  const { txIndex, premine, mintAmount, mints } = plan
  const rune = runeOf(plan)
  const addresses = Array.from({ length: plan.addresses }, () => randomAddress(random))
  const events = [[{ operation: 'etching' }, receive(pick(addresses, 0), premine, 0)]]
  const balances = new Map(addresses.map((address) => [address, 0n]))
  add(balances, events.flat())
  const write = (transaction: Event[]) => {
    events.push(transaction)
    add(balances, transaction)
  }
  for (let mint = 0; mint < mints; mint++) {
    const minted = { operation: 'mint', amount: String(mintAmount) }
    write([minted, receive(pick(addresses, mint % addresses.length), mintAmount, 1)])
    const sender = pick(addresses, Math.floor(random() * addresses.length))
    const balance = balances.get(sender) ?? 0n
    const dice = random()
    if (balance > 0n && dice < 0.3) write(transfer({ sender, balance, addresses }, random))
    else if (balance > 0n && dice < 0.4) write(burn(sender, balance))
  }
  const records = events.flatMap((it, index) => recordsOf(txIndex + index, rune, it))
  return { rune, records, ...changesOf(rune, records, balances) }
}

function runeOf({ txIndex, premine, mintAmount, terms, ...plan }: Plan): SampleRune {
  const { number, spaced_name, divisibility } = plan
  const amounts = { premine: String(premine), terms_amount: String(mintAmount) }
  const etching = { ...amounts, ...terms, turbo: 1, cenotaph: 0 }
  return sampleRune(txIndex, { number, spaced_name, divisibility, etching })
}

function receive(address: string, amount: bigint, output: number): Event {
  return { operation: 'receive', address, amount: String(amount), output }
}

/** A move to one output: what the receiver gets and the sender gives. */
function move(sender: string, receiver: string, [amount, output]: [bigint, number]): Event[] {
  const moved = { amount: String(amount), output }
  const sent = { operation: 'send', address: sender, receiver_address: receiver, ...moved }
  return [receive(receiver, amount, output), sent]
}

/** Pays up to three addresses. One in six transfers leaves no change. */
function transfer(
  { sender, balance, addresses }: { sender: string; balance: bigint; addresses: string[] },
  random: Random,
): Event[] {
  const receivers = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
    pick(addresses, Math.floor(random() * addresses.length)),
  )
  const last = random() < 1 / 6 ? pick(addresses, 0) : sender
  const paid = balance / 5n
  const change = balance - paid * BigInt(receivers.length)
  return [
    ...receivers.flatMap((receiver, index) => move(sender, receiver, [paid, index + 1])),
    ...move(sender, last, [change, receivers.length + 1]),
  ]
}

/** Burns a fifth of the balance and keeps the change. */
function burn(address: string, balance: bigint): Event[] {
  const burned = balance / 5n
  const burning = { operation: 'burn', address, amount: String(burned), output: 0 }
  return [burning, ...move(address, address, [balance - burned, 1])]
}

/** Adds what a transaction moves to the balances. */
function add(balances: Map<string, bigint>, transaction: Event[]): void {
  for (const { operation, address, amount } of transaction) {
    if (!address || !amount) continue
    const moved = operation === 'receive' ? BigInt(amount) : -BigInt(amount)
    balances.set(address, (balances.get(address) ?? 0n) + moved)
  }
}

function changesOf(rune: SampleRune, records: ImportedRecord[], balances: Map<string, bigint>) {
  const [rune_id, block_height] = [rune.id, SAMPLES.block_height]
  const mints = records.filter(({ operation }) => operation === 'mint')
  const burns = records.filter(({ operation }) => operation === 'burn')
  const supplyChange: NewRow = {
    rune_id,
    block_height,
    minted: sumOf(mints),
    total_mints: mints.length,
    burned: sumOf(burns),
    total_burns: burns.length,
    total_operations: records.length,
  }
  const balanceChanges = [...balances].map(([address, balance]): NewRow => {
    const total_operations = records.filter((record) => record.address === address).length
    return { rune_id, block_height, address, balance: String(balance), total_operations }
  })
  return { supplyChange, balanceChanges }
}

function sumOf(records: ImportedRecord[]): string {
  return String(records.reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n))
}

function pick(addresses: string[], index: number): string {
  const address = addresses[index]
  if (address === undefined) throw new Error(`there is no address ${index}`)
  return address
}
