/** Where a list is, and what it is measured against. */
export type PageList = {
  name: string
  /** With parameters, without offset and limit. */
  path: string
  kind: 'position' | 'rank'
  /** Larger offsets are refused. */
  maxOffset?: number
}

/** Of a busy rune, address, block and transaction. */
export type Subjects = { rune: string; address: string; block: number; transaction: string }

const MAX_FILTER_OFFSET = 100_000

/** Every list that is paged by position, filtered or not, and every list whose order changes with each block. */
export function pageListsOf({ rune, address, block, transaction }: Subjects): PageList[] {
  const retired = '/runes/v1'
  const own = '/explorer/v1'
  return [
    position('records of a block', `${retired}/blocks/${block}/activity`),
    position(
      'records of a block, sends',
      `${retired}/blocks/${block}/activity?operation_type=send`,
    ),
    position('records of a transaction', `${retired}/transactions/${transaction}/activity`),
    position(
      'records of a transaction, sends',
      `${retired}/transactions/${transaction}/activity?operation_type=send`,
    ),
    position('records of a rune', `${retired}/etchings/${rune}/activity`),
    filtered(
      'records of a rune, sends',
      `${retired}/etchings/${rune}/activity?operation_type=send`,
    ),
    position('records of an address', `${retired}/addresses/${address}/activity`),
    filtered(
      'records of an address, receives',
      `${retired}/addresses/${address}/activity?operation_type=receive`,
    ),
    filtered('records of a rune and an address', `${retired}/etchings/${rune}/activity/${address}`),

    position('movements of a block', `${own}/blocks/${block}/movements`),
    position('movements of a block, transfers', `${own}/blocks/${block}/movements?type=transfer`),
    position('movements of a block, one rune', `${own}/blocks/${block}/movements?rune=${rune}`),
    position(
      'movements of a block, an address',
      `${own}/blocks/${block}/movements?address=${address}`,
    ),
    position('movements of a block, min', `${own}/blocks/${block}/movements?min=0.00000001`),
    position('movements of a transaction', `${own}/transactions/${transaction}/movements`),
    position(
      'movements of a transaction, no change',
      `${own}/transactions/${transaction}/movements?change=hide`,
    ),
    position('outputs of a transaction', `${own}/transactions/${transaction}/outputs`),
    position('movements of a rune', `${own}/runes/${rune}/movements`),
    filtered('movements of a rune, transfers', `${own}/runes/${rune}/movements?type=transfer`),
    filtered('movements of a rune, mints', `${own}/runes/${rune}/movements?type=mint`),
    position('movements of a rune, from a block', `${own}/runes/${rune}/movements?from=${block}`),
    position('movements of an address', `${own}/addresses/${address}/movements`),
    filtered(
      'movements of an address, transfers',
      `${own}/addresses/${address}/movements?type=transfer`,
    ),
    filtered(
      'movements of an address, one rune',
      `${own}/addresses/${address}/movements?rune=${rune}`,
    ),
    position(
      'movements of an address, from a block',
      `${own}/addresses/${address}/movements?from=${block}`,
    ),
    position('blocks', `${own}/blocks`),
    filtered('burns of all runes', `${own}/burns`),
    filtered('cenotaphs', `${own}/cenotaphs`),
    position('runes, newest first', `${retired}/etchings`),

    rank('holders of a rune', `${retired}/etchings/${rune}/holders`),
    rank('holders of a rune with changes', `${own}/runes/${rune}/holders`),
    rank('balances of an address', `${retired}/addresses/${address}/balances`),
    rank('balances of an address with shares', `${own}/addresses/${address}/balances`),
    rank('outputs of an address', `${own}/addresses/${address}/outputs`),
    ...['number', 'name', 'holders', 'movements', 'day_movements', 'progress', 'newest_mint'].map(
      (order) => rank(`runes by ${order}`, `${own}/runes?order_by=${order}`),
    ),
    rank('runes by holders, mintable', `${own}/runes?order_by=holders&mint=mintable`),
    rank('runes by movements, almost minted', `${own}/runes?order_by=movements&mint=almost`),
    rank('runes by name, from a block', `${own}/runes?order_by=name&from=${block}`),
  ]
}

function position(name: string, path: string): PageList {
  return { name, path, kind: 'position' }
}

/** In the order of an index, but not by position. */
function filtered(name: string, path: string): PageList {
  return { name, path, kind: 'position', maxOffset: MAX_FILTER_OFFSET }
}

function rank(name: string, path: string): PageList {
  return { name, path, kind: 'rank' }
}

export const PAGE_SIZE = 20

export function pathAt({ path }: PageList, offset: number): string {
  return `${path}${path.includes('?') ? '&' : '?'}offset=${offset}&limit=${PAGE_SIZE}`
}
