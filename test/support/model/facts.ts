// What follows from records alone.
import type { ModelBlock, ModelOutput, ModelRecord, ModelRune, ModelTx } from './types.ts'

export const DAY = 86_400

/** Heights, or days. */
export type Span = { from?: number | string; to?: number | string }
export type MovementType = 'transfer' | 'mint' | 'burn' | 'etching' | 'change'
export type MovementFilters = {
  type?: MovementType
  rune?: ModelRune
  address?: string
  giver?: string
  receiver?: string
  min?: string
  max?: string
  text?: string
  change?: 'hide'
  first_tx?: number
  last_tx?: number
  cenotaphs?: 'only'
  order_by?: 'amount'
}
export type RuneFilters = {
  name?: string
  mint?: 'mintable' | 'almost' | 'minted-out'
  from?: number
  to?: number
  order_by?: (typeof RUNE_ORDERS)[number]
  order?: 'asc' | 'desc'
  days?: number
}
export const RUNE_ORDERS = [
  'number',
  'name',
  'holders',
  'movements',
  'day_movements',
  'progress',
  'newest_mint',
] as const

export type RuneInOutput = { output: ModelOutput; rune: ModelRune; amount: bigint }

export type Edge = {
  rune: ModelRune
  source: 'address' | 'minted' | 'premined' | 'no-address'
  from: string | undefined
  target: 'address' | 'burned' | 'no-address'
  to: string | undefined
  amount: bigint
  vouts: Set<number>
}

export function edgeOf(record: ModelRecord): Edge[] {
  const { operation, rune, address, receiver, amount = 0n, fresh, vout, tx } = record
  const kindOf = (owner: string | undefined) => (owner === undefined ? 'no-address' : 'address')
  const newKind = rune.tx === tx ? 'premined' : 'minted'
  const edge = { rune, vouts: new Set(vout === undefined ? [] : [vout]) }
  if (operation === 'send') {
    const owners = {
      source: kindOf(address),
      from: address,
      target: kindOf(receiver),
      to: receiver,
    } as const
    return [{ ...edge, ...owners, amount }]
  }
  if (operation === 'burn') {
    const source = fresh > 0n ? newKind : kindOf(address)
    return [{ ...edge, source, from: address, target: 'burned', to: undefined, amount }]
  }
  if (operation !== 'receive' || fresh === 0n) return []
  const target = kindOf(address)
  return [{ ...edge, source: newKind, from: undefined, target, to: address, amount: fresh }]
}

export function isKept({ target }: Edge): boolean {
  return target !== 'burned'
}

/** The type of a movement; undefined if the record is none. */
export function typeOf({ operation, address, receiver }: ModelRecord): MovementType | undefined {
  switch (operation) {
    case 'send':
      return address !== undefined && address === receiver ? 'change' : 'transfer'
    case 'receive':
      return undefined
    default:
      return operation
  }
}

export const isPremine = (rune: ModelRune) => (record: ModelRecord) =>
  record.rune === rune && record.operation === 'receive' && record.fresh > 0n

export function isOfType(
  record: ModelRecord,
  type: MovementType | 'all' | 'all but change',
): boolean {
  const own = typeOf(record)
  if (type === 'all') return own !== undefined
  return type === 'all but change' ? own !== undefined && own !== 'change' : own === type
}

export function isMint({ operation }: ModelRecord): boolean {
  return operation === 'mint'
}

/** For the address of the record: what is new in an output is a movement, and what others give is one. */
export function ownTypesOf(record: ModelRecord): MovementType[] {
  const { operation, amount = 0n, fresh, change, rune, tx } = record
  if (operation !== 'receive') return [typeOf(record) ?? []].flat()
  const made = rune.tx === tx ? 'etching' : 'mint'
  return [
    ...(fresh > 0n ? ([made] as const) : []),
    ...(amount > fresh + change ? (['transfer'] as const) : []),
  ]
}

/** The records that gave an address units that were not its own. */
export function gainsOf(records: ModelRecord[]): ModelRecord[] {
  return records.filter((record) => record.operation === 'receive' && ownTypesOf(record).length > 0)
}

/** The sends of a `receive` follow it. */
export function sendsOf({ tx, index }: ModelRecord): ModelRecord[] {
  const later = tx.records.slice(index + 1)
  const end = later.findIndex(({ operation }) => operation !== 'send')
  return end === -1 ? later : later.slice(0, end)
}

/** New units that burn at once belonged to nobody. */
export function isOwned({ operation, fresh }: ModelRecord): boolean {
  if (operation === 'etching' || operation === 'mint') return false
  return operation !== 'burn' || fresh === 0n
}

export function isWithin({ tx }: { tx: ModelTx }, { from = 0, to = Infinity }: Span): boolean {
  const { height, latest } = tx.block
  const isFrom = typeof from === 'string' ? dateOf(latest) >= from : height >= from
  // Of a month, what comes before its days.
  return (
    isFrom && (typeof to === 'string' ? dateOf(latest).slice(0, to.length) <= to : height <= to)
  )
}

export function recordsOf(txs: ModelTx[]): ModelRecord[] {
  return txs.flatMap(({ records }) => records)
}

export function countMovements(records: ModelRecord[]): number {
  return records.filter((record) => isOfType(record, 'all but change')).length
}

export function countsOf(records: ModelRecord[]) {
  return countTypes(records.flatMap((record) => typeOf(record) ?? []))
}

/** The movements of an address, as it sees them. */
export function ownCountsOf(records: ModelRecord[]) {
  return countTypes(records.flatMap(ownTypesOf))
}

function countTypes(types: MovementType[]) {
  const count = (type: MovementType) => types.filter((other) => other === type).length
  return {
    transfers: count('transfer'),
    mints: count('mint'),
    burns: count('burn'),
    etchings: count('etching'),
    changes: count('change'),
  }
}

/** In at most 120 equal parts of the block: transfers, mints, burns and etchings. */
export function partsOf({ txs }: ModelBlock) {
  const moving = txs.filter(({ records }) => countMovements(records) > 0)
  const last = moving.at(-1)?.index ?? 0
  const step = Math.max(1, Math.ceil((last + 1) / 120))
  const parts = moving.length === 0 ? 0 : Math.floor(last / step) + 1
  const counts = Array.from({ length: parts }, (_, part) => {
    const own = recordsOf(moving.filter(({ index }) => Math.floor(index / step) === part))
    const { transfers, mints, burns, etchings } = countsOf(own)
    return [transfers, mints, burns, etchings]
  })
  return { parts: counts, part_size: step }
}

export function groupBy<Item, Key>(items: Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? []
    groups.set(keyOf(item), group)
    group.push(item)
  }
  return groups
}

/** Σ receive − Σ send − Σ burn, without zeros. */
export function balancesFrom<Key>(
  records: ModelRecord[],
  keyOf: (record: ModelRecord) => Key | undefined,
): Map<Key, bigint> {
  const balances = new Map<Key, bigint>()
  for (const record of records) {
    const key = keyOf(record)
    if (key === undefined || record.address === undefined) continue
    balances.set(key, (balances.get(key) ?? 0n) + signed(record))
  }
  return new Map([...balances].filter(([, balance]) => balance !== 0n))
}

export function signed({ operation, amount = 0n }: ModelRecord): bigint {
  if (operation === 'receive') return amount
  return operation === 'send' || operation === 'burn' ? -amount : 0n
}

export function boundsOf({ height, terms }: ModelRune): { start: bigint; end: bigint | undefined } {
  const { heightStart = 0n, offsetStart, heightEnd, offsetEnd } = terms ?? {}
  const relativeStart = offsetStart === undefined ? 0n : BigInt(height) + offsetStart
  const ends = [heightEnd, offsetEnd === undefined ? undefined : BigInt(height) + offsetEnd]
  const [end] = ends.filter((end) => end !== undefined).sort((one, two) => descending(two, one))
  return { start: heightStart > relativeStart ? heightStart : relativeStart, end }
}

export function placeOf({ id, index, block }: ModelTx) {
  return { block_height: block.height, timestamp: block.timestamp, tx_id: id, tx_index: index }
}

export function dayOf({ tx }: ModelRecord): number {
  return Math.floor(tx.block.latest / DAY)
}

export function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}

export function amountOf(records: ModelRecord[]): bigint {
  return records.reduce((total, { amount = 0n }) => total + amount, 0n)
}

export function sumOf(edges: Edge[]): bigint {
  return edges.reduce((total, { amount }) => total + amount, 0n)
}

export function descending(one: bigint, two: bigint): number {
  return one > two ? -1 : one < two ? 1 : 0
}

export function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}

/** With all places of the divisibility. */
export function shown(amount: bigint, { divisibility }: { divisibility: number }): string {
  const unit = 10n ** BigInt(divisibility)
  const [whole, rest] = [absolute(amount) / unit, absolute(amount) % unit]
  const fraction = divisibility === 0 ? '' : `.${String(rest).padStart(divisibility, '0')}`
  return `${amount < 0n ? '-' : ''}${whole}${fraction}`
}

/** In percent with four decimals, rounded half up. */
export function percentage(part: bigint, whole: bigint): string {
  if (whole === 0n) return '0.0000'
  return shown((part * 1_000_000n * 2n + whole) / (whole * 2n), { divisibility: 4 })
}

/** In percent with four significant digits, cut off. */
export function shareOf(part: bigint, whole: bigint): string {
  if (part === 0n || whole === 0n) return '0'
  // More places than the smallest share needs.
  const digits = String((part * 10n ** 50n) / whole)
  const kept = digits.slice(0, 4).padEnd(digits.length, '0').padStart(49, '0')
  const [integer, fraction] = [kept.slice(0, -48), kept.slice(-48)]
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  const places = integer === '0' ? zeros + 4 : 4 - integer.length
  return `${integer}.${fraction.slice(0, places)}`
}

/** Compares decimals with at most 38 places. */
export function compare(one: string, two: string): number {
  const [a, b] = [one, two].map((decimal) => {
    const [whole = '', fraction = ''] = decimal.split('.')
    return BigInt(whole + fraction.padEnd(38, '0'))
  })
  return descending(b ?? 0n, a ?? 0n)
}

export function hasText(
  {
    rune,
    from = '',
    to = '',
    place,
  }: {
    rune: { name: string; spaced_name: string }
    from?: string | undefined
    to?: string | undefined
    place: { tx_id: string }
  },
  text: string,
): boolean {
  return [rune.name, rune.spaced_name, from, to, place.tx_id].some((value) =>
    value.toLowerCase().includes(text),
  )
}

/** The client of a test reads integers beyond 2^53 as doubles. */
export function numberOrNull(value: bigint | undefined): number | null {
  return value === undefined ? null : Number(value)
}

export function safeNumber(value: bigint | undefined): number | undefined {
  return value === undefined || value > Number.MAX_SAFE_INTEGER ? undefined : Number(value)
}

/** Where the new units of a mint or an etching arrived. */
export function piecesOf({ operation, rune, tx }: ModelRecord): ModelRecord[] {
  if (operation !== 'mint' && operation !== 'etching') return []
  return tx.records.filter(
    (piece) => piece.operation === 'receive' && piece.rune === rune && piece.fresh > 0n,
  )
}
