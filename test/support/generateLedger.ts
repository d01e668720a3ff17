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
  name: `RUNE${index}TEST`,
  spaced_name: `RUNE•${index}•TEST`,
  decimals,
}))
const ADDRESSES = Array.from({ length: 30 }, (_, index) => `bc1qledger${'z'.repeat(20)}${index}x`)

/**
 * Generates the records of a valid block, newest first: mints, transfers with change, burns, etchings with
 * a premine. `netChanges` maps `<rune id> <address>` to the address's net change in the smallest unit. It
 * is computed from balances, not from the records.
 */
export function generateLedger(seed: number, size: number) {
  const random = randomNumbers(seed)
  const pick = <Item>(items: Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const balances = new Map<string, bigint>()
  const records: WireRecord[] = []
  const gain = (rune: Rune, address: string, units: bigint) => {
    const key = `${rune.id} ${address}`
    balances.set(key, (balances.get(key) ?? 0n) + units)
  }
  for (let txIndex = 1; records.length < size; txIndex++) {
    const rune = pick(RUNES)
    const write = (record: Omit<WireRecord, 'rune' | 'location'>, units?: bigint, vout?: number) =>
      records.push({
        rune: { id: rune.id, number: rune.number, name: rune.name, spaced_name: rune.spaced_name },
        ...record,
        ...(units !== undefined && { amount: formatUnits(units, rune.decimals) }),
        location: {
          block_hash: '0'.repeat(63) + 1,
          block_height: 850_000,
          tx_id: txIndex.toString(16).padStart(64, '0'),
          tx_index: txIndex,
          ...(vout !== undefined && { vout }),
          timestamp: 1_720_000_000,
        },
      })
    const sender = pick(ADDRESSES)
    const balance = balances.get(`${rune.id} ${sender}`) ?? 0n
    const dice = random()
    if (balance <= 0n || dice < 0.3) {
      const units = BigInt(Math.floor(random() * 1e15)) ** 2n + 1n
      write({ operation: dice < 0.05 ? 'etching' : 'mint' }, dice < 0.05 ? undefined : units)
      write({ operation: 'receive', address: sender }, units, 1)
      gain(rune, sender, units)
      continue
    }
    const burned = dice < 0.4 ? balance / 3n : 0n
    if (burned > 0n) {
      write({ operation: 'burn', address: sender }, burned, 0)
      gain(rune, sender, -burned)
    }
    let left = balance - burned
    const receivers = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(ADDRESSES))
    for (const [index, receiver] of [...receivers, sender].entries()) {
      const units = index === receivers.length ? left : left / 4n
      left -= units
      write({ operation: 'receive', address: receiver }, units, index + 1)
      write({ operation: 'send', address: sender, receiver_address: receiver }, units, index + 1)
      gain(rune, sender, -units)
      gain(rune, receiver, units)
    }
  }
  return { records: records.reverse(), netChanges: balances, runes: RUNES }
}

/** Formats an amount in the smallest unit as a decimal number. */
export function formatUnits(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const [integer, fraction] = [digits.slice(0, digits.length - decimals), digits.slice(-decimals)]
  return `${units < 0n ? '-' : ''}${integer}${decimals === 0 ? '' : `.${fraction}`}`
}
