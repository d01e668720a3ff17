import { numberOf, optionalNumberOf, type Row } from './database.ts'

/**
 * The kinds of records in the ledger, finer than the operations of the API. A `send` to oneself is a change.
 * A `receive` is one of only change, of units from others, of minted units, of premined ones, or mixed: of minted
 * units and some from others. The names are the columns that count them.
 */
export const KINDS = {
  etchings: 0,
  mints: 1,
  burns: 2,
  transfers: 3,
  changes: 4,
  change_receives: 5,
  receives: 6,
  mint_receives: 7,
  premine_receives: 8,
  mixed_receives: 9,
} as const
export type KindName = keyof typeof KINDS

/** How many records of each kind there are. */
export type KindCounts = Record<KindName, number>

export const KIND_NAMES = Object.keys(KINDS).filter(isKindName)

function isKindName(name: string): name is KindName {
  return name in KINDS
}

/** The kinds that are movements of a rune, without change. A mint or an etching is one, whoever got the units. */
export const RUNE_MOVEMENTS = [
  'etchings',
  'mints',
  'burns',
  'transfers',
] as const satisfies KindName[]

/** The kinds that are movements of the address of the record. A mixed one is two: a mint and a transfer. */
export const ADDRESS_MOVEMENTS = [
  'burns',
  'transfers',
  'receives',
  'mint_receives',
  'premine_receives',
  'mixed_receives',
  'mixed_receives',
] as const satisfies KindName[]

/** The kinds of `receive`s with minted or with premined units. */
export const NEW_RECEIVES = {
  mints: ['mint_receives', 'mixed_receives'],
  etchings: ['premine_receives'],
} as const satisfies Partial<Record<KindName, KindName[]>>

/** The kinds of each operation of the API. */
export const OPERATION_KINDS = {
  etching: ['etchings'],
  mint: ['mints'],
  burn: ['burns'],
  send: ['transfers', 'changes'],
  receive: ['change_receives', 'receives', 'mint_receives', 'premine_receives', 'mixed_receives'],
} as const satisfies Record<string, KindName[]>

/** The kind of a row of the ledger. */
export function kindOf(row: Row): KindName {
  return kindNamed(numberOf(row, 'kind'))
}

/** The kind with a number. */
export function kindNamed(kind: number): KindName {
  const name = KIND_NAMES[kind]
  if (name === undefined) throw new TypeError(`kind ${kind} is unknown`)
  return name
}

/** The operation of each kind. */
export const OPERATIONS_BY_KIND = KIND_NAMES.map((name) => {
  const [operation] = Object.entries(OPERATION_KINDS).find(([, kinds]) =>
    kinds.some((kind) => kind === name),
  ) ?? ['etching']
  return operation
})

export function noCounts(): KindCounts {
  return {
    etchings: 0,
    mints: 0,
    burns: 0,
    transfers: 0,
    changes: 0,
    change_receives: 0,
    receives: 0,
    mint_receives: 0,
    premine_receives: 0,
    mixed_receives: 0,
  }
}

/** The counts of the kinds that a row has columns for. */
export function readCounts(row: Row): KindCounts {
  const counts = noCounts()
  for (const name of KIND_NAMES) counts[name] = optionalNumberOf(row, name) ?? 0
  return counts
}

export function sumOfCounts(counts: KindCounts, names: readonly KindName[]): number {
  let sum = 0
  for (const name of names) sum += counts[name]
  return sum
}
