import { randomNumbers } from './randomNumbers.ts'

/** A record in the form that the API returns. */
export type WireRecord = {
  rune: { id: string; number: number; name: string; spaced_name: string }
  operation: string
  address?: string
  receiver_address?: string
  amount?: string
  location: {
    block_hash: string
    block_height: number
    tx_id: string
    tx_index: number
    vout?: number
    timestamp: number
  }
}

type Rune = WireRecord['rune'] & { decimals: number }

const RUNES: Rune[] = [0, 2, 18, 38].map((decimals, index) => ({
  id: `840000:${index + 1}`,
  number: index + 1,
  name: `RUNE${'ABCD'[index]}TEST`,
  spaced_name: `RUNE•${'ABCD'[index]}•TEST`,
  decimals,
}))
const ADDRESSES = Array.from({ length: 30 }, (_, index) => `bc1qledger${'z'.repeat(20)}${index}x`)

/** An event of a transaction. Amounts are in the smallest unit. */
export type LedgerEvent = Pick<WireRecord, 'operation' | 'address' | 'receiver_address'> & {
  units?: bigint
  vout?: number
}
/** The events of a transaction, and what they change. The changes are not computed from the events. */
export type Transaction = { events: LedgerEvent[]; changes: [address: string, units: bigint][] }

/**
 * Generates the records of a valid block, newest first: mints, transfers with change, burns, etchings with
 * a premine. `netChanges` maps `<rune id> <address>` to the address's net change in the smallest unit. It
 * is computed from balances, not from the records.
 */
export function generateLedger(seed: number, size: number) {
  const random = randomNumbers(seed)
  const balances = new Map<string, bigint>()
  const records: WireRecord[] = []
  for (let txIndex = 1; records.length < size; txIndex++) {
    const rune = pick(RUNES, random)
    const sender = pick(ADDRESSES, random)
    const balance = balances.get(`${rune.id} ${sender}`) ?? 0n
    const dice = random()
    const { events, changes } =
      balance <= 0n || dice < 0.3
        ? create(
            dice < 0.05 ? 'etching' : 'mint',
            sender,
            BigInt(Math.floor(random() * 1e15)) ** 2n + 1n,
          )
        : spend(
            sender,
            { balance, burned: dice < 0.4 ? balance / 3n : 0n },
            { random, addresses: ADDRESSES },
          )
    for (const [address, units] of changes) addTo(balances, `${rune.id} ${address}`, units)
    records.push(...events.map((event) => toWire(event, rune, txIndex)))
  }
  return { records: records.reverse(), netChanges: balances, runes: RUNES }
}

function toWire({ units, vout, ...event }: LedgerEvent, rune: Rune, txIndex: number): WireRecord {
  const { decimals, ...wireRune } = rune
  return {
    rune: wireRune,
    ...event,
    ...(units !== undefined && { amount: formatUnits(units, decimals) }),
    location: {
      block_hash: '0'.repeat(63) + 1,
      block_height: 850_000,
      tx_id: txIndex.toString(16).padStart(64, '0'),
      tx_index: txIndex,
      ...(vout !== undefined && { vout }),
      timestamp: 1_720_000_000,
    },
  }
}

/** New units for `address`: minted, or the premine of an etching. */
export function create(operation: 'etching' | 'mint', address: string, units: bigint): Transaction {
  const created = operation === 'mint' ? { operation, units } : { operation }
  return {
    events: [created, { operation: 'receive', address, units, vout: 1 }],
    changes: [[address, units]],
  }
}

/** Burns a part of a balance, pays a part to up to four addresses, and returns the change. */
export function spend(
  sender: string,
  { balance, burned }: { balance: bigint; burned: bigint },
  { random, addresses }: { random: () => number; addresses: string[] },
): Transaction {
  const { events, changes }: Transaction = { events: [], changes: [[sender, -balance]] }
  if (burned > 0n) events.push({ operation: 'burn', address: sender, units: burned, vout: 0 })
  let left = balance - burned
  const receivers = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
    pick(addresses, random),
  )
  for (const [index, receiver] of [...receivers, sender].entries()) {
    const units = index === receivers.length ? left : left / 4n
    left -= units
    const moved = { units, vout: index + 1 }
    events.push({ operation: 'receive', address: receiver, ...moved })
    events.push({ operation: 'send', address: sender, receiver_address: receiver, ...moved })
    changes.push([receiver, units])
  }
  return { events, changes }
}

export function pick<Item>(items: Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item
}

export function addTo(sums: Map<string, bigint>, key: string, units: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + units)
}

/** Formats an amount in the smallest unit as a decimal number. */
export function formatUnits(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const [integer, fraction] = [digits.slice(0, digits.length - decimals), digits.slice(-decimals)]
  return `${units < 0n ? '-' : ''}${integer}${decimals === 0 ? '' : `.${fraction}`}`
}
