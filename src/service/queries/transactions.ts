import type { Clause, TransactionDetails } from '../../contract/schemas/chain.ts'
import {
  hexOf,
  numberOf,
  optionalNumberOf,
  optionalTextOf,
  type Row,
  textOf,
} from '../../database/database.ts'
import {
  etchedOf,
  KIND_NAMES,
  type KindCounts,
  kindOf,
  noCounts,
  RUNE_MOVEMENTS,
  sumOfCounts,
} from '../../database/kinds.ts'
import { applyDivisibility } from '../applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { readAddresses, readLabels } from './labels.ts'
import { expectTransaction, type LocatedTransaction } from './locate.ts'
import { byMovements, movementCountsOf, runeTotalsOf, sumRange, type Totals } from './totals.ts'

/**
 * A transaction, its figures, its neighbours and what it did.
 * @throws {HttpProblem} 404
 */
export async function readTransactionDetails(
  index: Index,
  txId: string,
): Promise<TransactionDetails> {
  const located = await expectTransaction(index, txId)
  const totals = [...(await sumRange(index, located)).values()].sort(byMovements())
  const counts = addCounts(totals)
  const { key, place, height, blockHash, flaw } = located
  return {
    place,
    block_hash: blockHash,
    confirmations: index.tip.height - height + 1,
    movements: sumOfCounts(counts, RUNE_MOVEMENTS),
    counts: movementCountsOf(counts),
    records: located.end - located.first,
    flaw,
    ...(await readNeighbours(index, key)),
    ...(await describe(index, totals, await readEdges(index, located, totals))),
    runes: await runeTotalsOf(index, totals),
  }
}

function addCounts(totals: Totals[]): KindCounts {
  const counts = noCounts()
  for (const total of totals) for (const kind of KIND_NAMES) counts[kind] += total.counts[kind]
  return counts
}

/** Keys have no gaps. */
async function readNeighbours({ query }: Index, key: number) {
  const rows = await query('SELECT id, txid FROM txs WHERE id IN ($1, $2)', [key - 1, key + 1])
  const idOf = (neighbour: number) => {
    const row = rows.find(({ id }) => id === neighbour)
    return row && hexOf(row, 'txid')
  }
  return { previous: idOf(key - 1), next: idOf(key + 1) }
}

type Flow = TransactionDetails['flow'][number]
/** A pair of owners between which units of a rune moved, by their keys. */
type Edge = Pick<Flow, 'source' | 'target' | 'pairs'> & {
  rune: number
  from: number | undefined
  to: number | undefined
  amount: bigint
  vouts: Set<number>
}

/** Who gave how much to whom, change included, the largest first. */
async function readEdges(
  { query }: Index,
  { first, end }: LocatedTransaction,
  totals: Totals[],
): Promise<Edge[]> {
  const etched = new Set(totals.filter(({ counts }) => etchedOf(counts) > 0).map(({ key }) => key))
  const rows = await query(
    `SELECT kind, rune, address, receiver, amount, fresh, vout FROM ledger
      WHERE id >= $1 AND id < $2 ORDER BY id`,
    [first, end],
  )
  const edges = new Map<string, Edge>()
  for (const row of rows) {
    const edge = edgeOf(row, etched)
    if (edge === undefined) continue
    const key = [edge.rune, edge.source, edge.from, edge.target, edge.to].join()
    const known = edges.get(key)
    if (known === undefined) edges.set(key, edge)
    else {
      known.amount += edge.amount
      for (const vout of edge.vouts) known.vouts.add(vout)
    }
  }
  return [...edges.values()].sort(byAmount)
}

/** The largest first. */
function byAmount(one: Edge, two: Edge): number {
  return one.amount > two.amount ? -1 : one.amount < two.amount ? 1 : 0
}

/** `etched`: the runes that the transaction etches, whose new units are premined. */
function edgeOf(row: Row, etched: Set<number>): Edge | undefined {
  const kind = kindOf(row)
  const address = optionalNumberOf(row, 'address')
  const vout = optionalNumberOf(row, 'vout')
  const vouts = new Set(vout === undefined ? [] : [vout])
  const edge = { rune: numberOf(row, 'rune'), pairs: 1, vouts }
  const ownerKind = (key: number | undefined) => (key === undefined ? 'no-address' : 'address')
  const amount = () => BigInt(textOf(row, 'amount'))
  const fresh = optionalTextOf(row, 'fresh')
  switch (kind) {
    case 'transfers':
    case 'changes': {
      const to = kind === 'changes' ? address : optionalNumberOf(row, 'receiver')
      const kinds = { source: ownerKind(address), target: ownerKind(to) } as const
      return { ...edge, ...kinds, from: address, to, amount: amount() }
    }
    case 'burns': {
      const newKind = etched.has(edge.rune) ? 'premined' : 'minted'
      const source = fresh === undefined ? ownerKind(address) : newKind
      return { ...edge, source, target: 'burned', from: address, to: undefined, amount: amount() }
    }
    case 'mint_receives':
    case 'premine_receives': {
      const source = kind === 'mint_receives' ? 'minted' : 'premined'
      const target = ownerKind(address)
      return { ...edge, source, target, from: undefined, to: address, amount: BigInt(fresh ?? 0) }
    }
    default:
      return undefined
  }
}

const MAX_RUNES = 5
/** Of more pairs, the largest are shown, and the others as one. */
const MAX_PAIRS = 40
const SHOWN_PAIRS = 12

/** The edges of a rune that a picture has room for. */
function shownEdges(all: Edge[]): Edge[] {
  if (all.length <= MAX_PAIRS) return all
  const rest = all.slice(SHOWN_PAIRS)
  const [first] = rest
  if (first === undefined) return all
  const hasOneSource = rest.every((it) => it.source === first.source && it.from === first.from)
  return [
    ...all.slice(0, SHOWN_PAIRS),
    {
      rune: first.rune,
      source: hasOneSource ? first.source : 'several',
      from: hasOneSource ? first.from : undefined,
      target: 'several',
      to: undefined,
      amount: sumOf(rest),
      pairs: rest.length,
      vouts: new Set(rest.flatMap(({ vouts }) => [...vouts])),
    },
  ]
}

async function describe(index: Index, totals: Totals[], edges: Edge[]) {
  const runes = totals.map(({ key }) => key)
  const labelOf = await readLabels(index, runes)
  const shown = totals
    .slice(0, MAX_RUNES)
    .flatMap(({ key }) => shownEdges(edges.filter(({ rune }) => rune === key)))
  const drafts = totals.flatMap((total) => clausesOf(total, edges))
  const owners = [...shown, ...drafts].flatMap(({ from, to }) => [from, to])
  const names = await readAddresses(index, owners)
  const named = ({
    rune: key,
    amount,
    from,
    to,
  }: Pick<Edge, 'rune' | 'amount' | 'from' | 'to'>) => {
    const rune = labelOf(key)
    const shownAmount = applyDivisibility(amount, rune.divisibility)
    return { rune, amount: shownAmount, from: names.get(from), to: names.get(to) }
  }
  return {
    clauses: drafts.map((draft): Clause => ({ ...draft, ...named(draft) })),
    flow: shown.map(({ vouts, ...edge }): Flow => {
      return { ...edge, ...named(edge), outputs: vouts.size }
    }),
  }
}

/** A clause whose owners are keys: those of the only sender and receiver. */
type Draft = Omit<Clause, 'rune' | 'amount' | 'from' | 'to'> & {
  rune: number
  amount: bigint
  from: number | undefined
  to: number | undefined
}

/** What happened to one rune: etched, minted, sent, burned, or only moved to its owner. */
function clausesOf(total: Totals, edges: Edge[]): Draft[] {
  const all = edges.filter((edge) => edge.rune === total.key)
  const own = all.filter((edge) => !isChange(edge))
  const of = (verb: Clause['verb'], matching: Edge[], amount: bigint) =>
    draftOf(verb, total.key, matching, amount)
  const premined = own.filter(({ source, target }) => source === 'premined' && target !== 'burned')
  const minted = own.filter(({ source, target }) => source === 'minted' && target !== 'burned')
  const sent = own.filter(
    ({ source, target }) => ['address', 'no-address'].includes(source) && target !== 'burned',
  )
  const burned = own.filter(({ target }) => target === 'burned')
  const clauses = [
    ...(etchedOf(total.counts) > 0 ? [of('etched', premined, total.premined)] : []),
    ...(minted.length > 0 ? [of('minted', minted, sumOf(minted))] : []),
    ...(sent.length > 0 ? [of('sent', sent, sumOf(sent))] : []),
    ...(burned.length > 0 ? [of('burned', burned, sumOf(burned))] : []),
  ]
  if (clauses.length > 0 || all.length === 0) return clauses
  return [of('moved', all, sumOf(all))]
}

function isChange({ from, to }: Edge): boolean {
  return from !== undefined && from === to
}

function draftOf(verb: Clause['verb'], rune: number, edges: Edge[], amount: bigint): Draft {
  const senders = new Set(edges.flatMap(({ source, from }) => (source === 'address' ? [from] : [])))
  const receivers = new Set(edges.flatMap(({ target, to }) => (target === 'address' ? [to] : [])))
  const [from] = senders.size === 1 ? senders : []
  const [to] = receivers.size === 1 ? receivers : []
  const outputsOf = (some: Edge[]) => new Set(some.flatMap(({ vouts }) => [...vouts])).size
  const withoutAddress = edges.filter(({ target }) => target === 'no-address')
  return {
    verb,
    rune,
    amount,
    from,
    from_count: senders.size,
    to,
    to_count: receivers.size,
    outputs: outputsOf(edges),
    outputs_without_address: outputsOf(withoutAddress),
  }
}

function sumOf(edges: Edge[]): bigint {
  return edges.reduce((all, { amount }) => all + amount, 0n)
}
