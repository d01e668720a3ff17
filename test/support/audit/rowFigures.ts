// The figures in the rows of lists.
import { MOVEMENT_TYPES, type MovementType } from '../../../src/contract/schemas/movement.ts'
import type { Answers } from '../model/answers.ts'
import { shown } from '../model/facts.ts'
import { type SnapshotLine, snapshotTokens } from '../tokens/snapshotTokens.ts'
import type { Expected } from './compareFigures.ts'
import { columns, listFigures, PAGE, unlessZero } from './fields.ts'

export function blockRows(blocks: ReturnType<Answers['blocks']>): Expected {
  return {
    ...columns('block', blocks, ['block_height', 'timestamp', 'transactions', 'movements']),
    ...columns(
      'block',
      blocks.map(({ counts }) => counts),
      ['transfers', 'mints', 'burns', 'etchings'],
    ),
  }
}

type MovementRows = {
  type: MovementType | undefined
  amount?: string | undefined
  receivers?: string[]
  to?: string | undefined
  has_more_receivers?: boolean
}[]

export function movementRows(all: MovementRows): Expected {
  const rows = all.slice(0, PAGE)
  return {
    ...listFigures(all.length),
    ...typeFilters(all),
    'movement.amount': rows.map(({ amount }) => amount),
    'movement.more_addresses': rows.map(({ to, receivers = [], has_more_receivers = false }) =>
      to === undefined ? moreOf(receivers, has_more_receivers) : undefined,
    ),
  }
}

/** The same without what a list has around its rows. */
export function latestRows(rows: MovementRows & Placed[]): Expected {
  const { 'movement.amount': amount, 'movement.more_addresses': more } = movementRows(rows)
  return {
    'movement.amount': amount,
    'movement.more_addresses': more,
    ...momentsOf(rows),
    ...heightsOf(rows),
  }
}

/** A filter for each type that occurs says how many movements have it. */
function typeFilters(movements: MovementRows): Expected {
  const countOf = (type: string) => movements.filter((movement) => movement.type === type).length
  // A single type narrows nothing.
  const isAlone = MOVEMENT_TYPES.filter((type) => countOf(type) > 0).length === 1
  const counted = MOVEMENT_TYPES.map((type) => {
    return [`filter.${type}s`, [isAlone ? undefined : countOf(type) || undefined]]
  })
  return Object.fromEntries(counted)
}

/** Those that are alike stand together where that makes the list at least a tenth shorter, but not one line. */
export function groupedRows(
  movements: MovementRows,
  groups: ReturnType<Answers['groups']>,
  subject: 'block' | 'transaction',
): Expected {
  const isShorter = groups.length !== 1 && groups.length * 10 <= movements.length * 9
  if (!isShorter) return movementRows(movements)
  const rows = groups.slice(0, PAGE)
  // Of givers, new supply is none without an address.
  const sides = rows.flatMap(({ givers, receivers, of_new_units }) => [
    { ...givers, without_address: givers.without_address - of_new_units },
    receivers,
  ])
  const isMixed = ({ movements, in_cenotaphs }: (typeof groups)[number]) =>
    subject === 'block' && in_cenotaphs > 0 && in_cenotaphs < movements
  const parties = sides.filter(({ addresses }) => addresses > 1)
  return {
    ...listFigures(groups.length),
    ...typeFilters(movements),
    'list.groups': [groups.length || undefined],
    'list.movements': [movements.length || undefined],
    ...columns('group', rows, ['amount']),
    'group.amount_each': rows.map(({ movements, amount_each }) =>
      subject === 'transaction' && movements > 1 ? amount_each : undefined,
    ),
    'group.in_cenotaphs': rows.map((row) => (isMixed(row) ? row.in_cenotaphs : undefined)),
    'group.of_new_units': rows.map(({ movements, of_new_units }) =>
      of_new_units < movements ? of_new_units || undefined : undefined,
    ),
    'group.movements': rows.flatMap((row) => [
      row.movements > 1 ? row.movements : undefined,
      isMixed(row) ? row.movements : undefined,
    ]),
    'group.addresses': parties.map(({ addresses }) => addresses),
    'group.most': parties.map(({ most }) => (most > 1 ? most : undefined)),
    'group.without_address': sides.map(({ addresses, without_address }) =>
      addresses > 0 ? without_address || undefined : undefined,
    ),
  }
}

export function addressRows(
  all: Omit<ReturnType<Answers['byAddress']>[number], 'rune'>[],
): Expected {
  const rows = all.slice(0, PAGE)
  const figures = ['received', 'minted', 'premined', 'sent', 'burned'] as const
  return {
    ...listFigures(all.length),
    'address_totals.net': rows.map(({ net }) => net),
    ...Object.fromEntries(
      figures.map((figure) => [
        `address_totals.${figure}`,
        rows.map((row) => unlessZero(row[figure])),
      ]),
    ),
  }
}

export function totalRows(all: ReturnType<Answers['byRune']>): Expected {
  const rows = all.slice(0, PAGE)
  const figures = ['transferred', 'minted', 'premined', 'burned'] as const
  return {
    ...listFigures(all.length),
    'rune_totals.movements': rows.map(({ movements }) => movements || undefined),
    'rune_totals.addresses': rows.map(({ addresses }) => addresses),
    ...Object.fromEntries(
      figures.map((figure) => [
        `rune_totals.${figure}`,
        rows.map((row) => unlessZero(row[figure])),
      ]),
    ),
  }
}

export function recordRows(all: ReturnType<Answers['blockActivity']>): Expected {
  const rows = all.slice(0, PAGE)
  return {
    ...listFigures(all.length),
    'record.amount': rows.map(({ amount }) => amount),
    'record.vout': rows.map(({ location }) => location.vout),
  }
}

/** The tokens of the snapshot, by the path of their pages. */
export function tokenFigures(): Expected {
  const find = (row: string) =>
    snapshotTokens().find(({ principal }) => row === `/token/${principal}`)?.token ?? {}
  return {
    'listed.supply': (row) => supplyOfToken(find(row)),
    'listed.decimals': (row) => find(row).decimals,
    'listed.same': (row) => sameTokens(find(row)),
  }
}

type Token = SnapshotLine['token']

/** Not known of all tokens. */
export function supplyOfToken({ total_supply, decimals = 0 }: Token): string | undefined {
  return total_supply && shown(BigInt(total_supply), { divisibility: decimals })
}

/** How many have its name, in any case. */
function sameTokens({ name }: Token): number {
  const nameOf = (text = '') => text.trim().toLowerCase()
  return snapshotTokens().filter(({ token }) => nameOf(token.name) === nameOf(name)).length
}

export function ofToken(token: Token): Expected {
  const alike = tokensCalledLike(token)
  return {
    'token.supply': supplyOfToken(token),
    'token.decimals': token.decimals,
    'token.same': alike,
    'token.others': alike - 1,
  }
}

/** How many have its name or its symbol as their name or symbol, without accents and `$`, in any case. */
function tokensCalledLike({ name, symbol }: Token): number {
  const nameOf = (text = '') => {
    return text
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f$]/g, '')
      .trim()
      .toLowerCase()
  }
  const own = [nameOf(name), nameOf(symbol)].filter((text) => text !== '')
  return snapshotTokens().filter(({ token }) =>
    [nameOf(token.name), nameOf(token.symbol)].some((text) => own.includes(text)),
  ).length
}

type Placed = { place: { timestamp: number; block_height: number; tx_id: string } }

/** Of the movements of a list, which say when and where once for each transaction. */
export function momentsOf(rows: Placed[]): Expected {
  return { 'place.timestamp': rows.slice(0, PAGE).map(oncePerTransaction('timestamp')) }
}

export function heightsOf(rows: Placed[]): Expected {
  return { 'place.block_height': rows.slice(0, PAGE).map(oncePerTransaction('block_height')) }
}

function oncePerTransaction(figure: 'timestamp' | 'block_height') {
  return ({ place }: Placed, index: number, rows: Placed[]): number | undefined =>
    rows[index - 1]?.place.tx_id === place.tx_id ? undefined : place[figure]
}

export function placesOf(rows: { place: { timestamp: number } }[]): Expected {
  return { 'place.timestamp': rows.slice(0, PAGE).map(({ place }) => place.timestamp) }
}

type Received = {
  first_received: { timestamp: number } | undefined
  last_received: { timestamp: number } | undefined
}

export function receivedOf(rows: Received[]): Expected {
  return {
    'received.first': rows.map(({ first_received }) => first_received?.timestamp),
    'received.last': rows.map(({ last_received }) => last_received?.timestamp),
  }
}

/** How many there are besides the first one; not said if there are still more. */
export function moreOf(addresses: string[], hasMore: boolean): number | undefined {
  return addresses.length < 2 || hasMore ? undefined : addresses.length - 1
}
