/**
 * The kinds of records in the ledger, finer than the operations of the API. A `send` to oneself is a change.
 * A `receive` is one of only change, of units from others, of minted units, or of premined ones.
 * The names are the columns that count them.
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
} as const
export type KindName = keyof typeof KINDS
export type Kind = (typeof KINDS)[KindName]

/** How many records of each kind there are. */
export type KindCounts = Record<KindName, number>

export const KIND_NAMES = [
  'etchings',
  'mints',
  'burns',
  'transfers',
  'changes',
  'change_receives',
  'receives',
  'mint_receives',
  'premine_receives',
] as const satisfies KindName[]

/** The kinds that are movements of a rune: who gave what to whom, without change. */
export const RUNE_MOVEMENTS = [
  'etchings',
  'burns',
  'transfers',
  'mint_receives',
  'premine_receives',
] as const satisfies KindName[]

/** The kinds that are movements of the address of the record. */
export const ADDRESS_MOVEMENTS = [
  'burns',
  'transfers',
  'receives',
  'mint_receives',
  'premine_receives',
] as const satisfies KindName[]

/** The kinds of each operation of the API. */
export const OPERATION_KINDS = {
  etching: ['etchings'],
  mint: ['mints'],
  burn: ['burns'],
  send: ['transfers', 'changes'],
  receive: ['change_receives', 'receives', 'mint_receives', 'premine_receives'],
} as const satisfies Record<string, KindName[]>

export type OperationName = keyof typeof OPERATION_KINDS

/** The operation of each kind. */
export const OPERATIONS_BY_KIND = KIND_NAMES.map((name) => {
  const [operation] = Object.entries(OPERATION_KINDS).find(([, kinds]) =>
    kinds.some((kind) => kind === name),
  ) ?? ['etching']
  return operation
})
