import type { Clause, TransactionDetails } from '../../contract/schemas/chain.ts'
import type { Place } from '../../contract/schemas/movement.ts'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'
import { countRows, hexOf } from '../../database/database.ts'
import { kindNamed, kindOf, noCounts, RUNE_MOVEMENTS, sumOfCounts } from '../../database/kinds.ts'
import { countPairs } from './alike.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { readAddresses, readLabels } from './labels.ts'
import { expectBlock, expectTransaction, type LocatedTransaction, NO_KEY } from './locate.ts'
import { canBeRead } from './packedRows.ts'
import { readTransactionRefusals } from './refusals.ts'
import {
  countRecords,
  movementCountsOf,
  type PackedRecord,
  runeTotalsOf,
  sumRunes,
  type Totals,
} from './totals.ts'

/**
 * A transaction, its figures, its neighbours and what it did.
 * @throws {HttpProblem} 404
 */
export async function readTransactionDetails(
  index: Index,
  txId: string,
): Promise<TransactionDetails> {
  const located = await expectTransaction(index, txId)
  const { place, blockHash, flaw } = located
  const { counts, ...described } = canBeRead(located)
    ? await describeRecords(index, located)
    : { counts: await countKinds(index, located), clauses: [], flow: [], runes: [] }
  return {
    place,
    block_hash: blockHash,
    movements: sumOfCounts(counts, RUNE_MOVEMENTS),
    counts: movementCountsOf(counts),
    records: located.end - located.first,
    flaw,
    refusals: await readTransactionRefusals(index, txId),
    ...(await readNeighbours(index, located)),
    ...described,
  }
}

/** Of this many runes, those with the most movements, a transaction says what it did. */
const MAX_DESCRIBED_RUNES = 100

async function describeRecords(index: Index, range: LocatedTransaction) {
  const { counts, ranked } = await countRecords(index, range, {})
  const edges = new Map(ranked.slice(0, MAX_DESCRIBED_RUNES).map((rune) => [rune, newPairs()]))
  const totals = await sumRunes(index, range, [...edges.keys()], (record) => {
    const pairs = edges.get(record[1])
    if (pairs !== undefined) addEdge(pairs, record)
  })
  const described = [...totals.values()]
  const sorted = described.map((total): [number, Edge[]] => [
    total.key,
    edgesOf(edges.get(total.key) ?? newPairs(), total.counts.etchings > 0),
  ])
  return {
    counts,
    rune_count: ranked.length,
    groups: await countPairs(index, range),
    ...(await describe(index, described, new Map(sorted))),
    runes: await runeTotalsOf(index, described),
  }
}

/** The numbers of records, where there are too many to read them. */
async function countKinds({ query }: Index, { first, end }: LocatedTransaction) {
  const rows = await query(
    'SELECT kind, count(*) AS records FROM ledger WHERE id >= $1 AND id < $2 GROUP BY kind',
    [first, end],
  )
  const counts = noCounts()
  for (const row of rows) counts[kindOf(row)] = Number(row.records)
  return counts
}

/** The transactions with records before and after it. Their keys have no gaps. */
async function readNeighbours(index: Index, { key, place }: LocatedTransaction) {
  const next = key === NO_KEY ? await countEarlier(index, place) : key + 1
  const previous = key === NO_KEY ? next - 1 : key - 1
  const rows = await index.query('SELECT id, txid FROM txs WHERE id IN ($1, $2)', [previous, next])
  const idOf = (neighbour: number) => {
    const row = rows.find(({ id }) => id === neighbour)
    return row && hexOf(row, 'txid')
  }
  return { previous: idOf(previous), next: idOf(next) }
}

/** How many transactions with records come before a place in the chain. */
async function countEarlier(index: Index, { block_height: height, tx_index }: Place) {
  const block = { kind: 'height', height, text: String(height) } as const
  const { firstTx, endTx } = await expectBlock(index, block)
  const earlier = 'txs WHERE id >= $1 AND id < $2 AND tx_index < $3'
  return firstTx + (await countRows(index.query, earlier, [firstTx, endTx, tx_index]))
}

type Flow = TransactionDetails['flow'][number]
/** A pair of owners between which units of a rune moved, by their keys. */
type Edge = Pick<Flow, 'source' | 'target' | 'pairs'> & {
  rune: number
  from: number | undefined
  to: number | undefined
  amount: bigint
  /** Of its records; some are equal. */
  vouts: number[]
}

/** The pairs of each rune. */
type Edges = ReadonlyMap<number, Edge[]>

/** The pairs of a rune by a number, and small numbers for the addresses of which it is made. */
type Pairs = { edges: Map<number, Edge>; addresses: Map<number, number> }

export function newPairs(): Pairs {
  return { edges: new Map(), addresses: new Map() }
}

/** Adds what a record moved to what its owner gave to the same receiver. */
export function addEdge(pairs: Pairs, record: PackedRecord): void {
  const ends = endsOf(record)
  if (ends === undefined) return
  const [kind, rune, , , digits, fresh, , vout] = record
  const isNew = kindNamed(kind).endsWith('receives')
  const amount = BigInt((isNew ? fresh : digits) ?? 0)
  const key = keyOf(pairs, ends)
  const known = pairs.edges.get(key)
  if (known === undefined) {
    const { source, from, target, to } = ends
    const vouts = vout === null ? [] : [vout]
    pairs.edges.set(key, { rune, source, from, target, to, amount, pairs: 1, vouts })
  } else {
    known.amount += amount
    if (vout !== null && known.vouts.at(-1) !== vout) known.vouts.push(vout)
  }
}

/** More than a transaction has addresses. */
const ADDRESSES = 2 ** 20
const SOURCES: readonly Edge['source'][] = ['address', 'no-address', 'minted', 'premined']

/** A number, because texts would take most of the time and memory of an answer. */
function keyOf({ addresses }: Pairs, { source, from, target, to }: Ends): number {
  const sourceNumber = SOURCES.indexOf(source) * ADDRESSES + smallNumber(addresses, from)
  const targetNumber = target === 'burned' ? 1 : smallNumber(addresses, to)
  return sourceNumber * ADDRESSES + targetNumber
}

function smallNumber(addresses: Map<number, number>, address: number | undefined): number {
  if (address === undefined) return 0
  const known = addresses.get(address)
  if (known !== undefined) return known
  const added = addresses.size + 2
  addresses.set(address, added)
  return added
}

/** Who gave how much to whom, change included, the largest first. New units of an etched rune are premined. */
export function edgesOf(pairs: Pairs, isEtched: boolean): Edge[] {
  const edges = [...pairs.edges.values()]
  for (const edge of edges) {
    if (isEtched && edge.source === 'minted') edge.source = 'premined'
  }
  return edges.sort(byAmount)
}

/** The largest first. */
function byAmount(one: Edge, two: Edge): number {
  return one.amount > two.amount ? -1 : one.amount < two.amount ? 1 : 0
}

type Ends = Pick<Edge, 'source' | 'from' | 'target' | 'to'>

function endsOf([kind, , address, receiver, , fresh]: PackedRecord): Ends | undefined {
  const owner = address ?? undefined
  const source = ownerKind(owner)
  switch (kindNamed(kind)) {
    case 'transfers':
      return { source, from: owner, target: ownerKind(receiver), to: receiver ?? undefined }
    case 'changes':
      return { source, from: owner, target: source, to: owner }
    case 'burns': {
      const burned = { from: owner, target: 'burned', to: undefined } as const
      return { ...burned, source: fresh === null ? source : 'minted' }
    }
    case 'mint_receives':
    case 'mixed_receives':
      return { source: 'minted', from: undefined, target: source, to: owner }
    case 'premine_receives':
      return { source: 'premined', from: undefined, target: source, to: owner }
    default:
      return undefined
  }
}

function ownerKind(key: number | null | undefined): 'address' | 'no-address' {
  return key === undefined || key === null ? 'no-address' : 'address'
}

const MAX_RUNES = 5
/** Of more pairs, the largest are shown, and the others as one. */
const MAX_PAIRS = 40
const SHOWN_PAIRS = 12

/** What a picture shows: an edge, or several together. */
type Shown = Omit<Edge, 'vouts'> & { outputs: number }

/** The edges of a rune that a picture has room for. */
function shownEdges(all: Edge[]): Shown[] {
  if (all.length <= MAX_PAIRS) return all.map(toShown)
  const rest = all.slice(SHOWN_PAIRS)
  const [first] = rest
  if (first === undefined) return []
  const hasOneSource = rest.every(
    (edge) => edge.source === first.source && edge.from === first.from,
  )
  const others: Shown = {
    rune: first.rune,
    source: hasOneSource ? first.source : 'several',
    from: hasOneSource ? first.from : undefined,
    target: 'several',
    to: undefined,
    amount: sumOf(rest),
    pairs: rest.length,
    outputs: countOutputs(rest),
  }
  return [...all.slice(0, SHOWN_PAIRS).map(toShown), others]
}

function toShown({ vouts, ...edge }: Edge): Shown {
  return { ...edge, outputs: new Set(vouts).size }
}

/** A loop, because there may be 100,000 edges. */
function countOutputs(edges: Edge[]): number {
  const outputs = new Set<number>()
  for (const { vouts } of edges) for (const vout of vouts) outputs.add(vout)
  return outputs.size
}

async function describe(index: Index, totals: Totals[], edges: Edges) {
  const runes = totals.map(({ key }) => key)
  const labelOf = await readLabels(index, runes)
  const drafted = draftDescription(totals, edges)
  const owners = [...drafted.shown, ...drafted.drafts].flatMap(({ from, to }) => [from, to])
  const names = await readAddresses(index, owners)
  return nameDescription(drafted, labelOf, names)
}

/** What a transaction does, its owners and runes as keys. */
export function draftDescription(totals: Totals[], edges: Edges) {
  return {
    shown: totals.slice(0, MAX_RUNES).flatMap(({ key }) => shownEdges(edges.get(key) ?? [])),
    drafts: totals.flatMap((total) => clausesOf(total, edges.get(total.key) ?? [])),
  }
}

/** The same with labels and addresses. */
export function nameDescription(
  { shown, drafts }: ReturnType<typeof draftDescription>,
  labelOf: (key: number) => RuneLabel,
  addresses: ReadonlyMap<number | undefined, string>,
) {
  const named = ({
    rune: key,
    amount,
    from,
    to,
  }: Pick<Edge, 'rune' | 'amount' | 'from' | 'to'>) => {
    const rune = labelOf(key)
    const shownAmount = applyDivisibility(amount, rune.divisibility)
    return { rune, amount: shownAmount, from: addresses.get(from), to: addresses.get(to) }
  }
  return {
    clauses: drafts.map((draft): Clause => ({ ...draft, ...named(draft) })),
    flow: shown.map((edge): Flow => ({ ...edge, ...named(edge) })),
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
function clausesOf(total: Totals, all: Edge[]): Draft[] {
  const own = all.filter((edge) => !isChange(edge))
  const of = (verb: Clause['verb'], matching: Edge[], amount: bigint) =>
    draftOf(verb, total.key, matching, amount)
  const premined = own.filter(({ source, target }) => source === 'premined' && target !== 'burned')
  const minted = own.filter(({ source, target }) => source === 'minted' && target !== 'burned')
  const sent = own.filter(
    ({ source, target }) => ['address', 'no-address'].includes(source) && target !== 'burned',
  )
  const burned = own.filter(({ target }) => target === 'burned')
  const burnedNew = burned.filter(({ source }) => ['premined', 'minted'].includes(source))
  const burnedOwn = burned.filter((edge) => !burnedNew.includes(edge))
  // A mint may create nothing.
  const hasMinted = minted.length > 0 || (total.counts.mints > 0 && burnedNew.length === 0)
  const clauses = [
    ...(total.counts.etchings > 0 ? [of('etched', premined, total.premined)] : []),
    ...(hasMinted ? [of('minted', minted, sumOf(minted))] : []),
    ...(sent.length > 0 ? [of('sent', sent, sumOf(sent))] : []),
    ...(burnedOwn.length > 0 ? [of('burned', burnedOwn, sumOf(burnedOwn))] : []),
    ...(burnedNew.length > 0
      ? [{ ...of('burned', burnedNew, sumOf(burnedNew)), is_new: true }]
      : []),
  ]
  if (clauses.length > 0 || all.length === 0) return clauses
  return [of('moved', all, sumOf(all))]
}

function isChange({ from, to }: Edge): boolean {
  return from !== undefined && from === to
}

function draftOf(verb: Clause['verb'], rune: number, edges: Edge[], amount: bigint): Draft {
  const [senders, receivers] = [new Set<number | undefined>(), new Set<number | undefined>()]
  for (const { source, from, target, to } of edges) {
    if (source === 'address') senders.add(from)
    if (target === 'address') receivers.add(to)
  }
  const [from] = senders.size === 1 ? senders : []
  const [to] = receivers.size === 1 ? receivers : []
  const withoutAddress = edges.filter(({ target }) => target === 'no-address')
  return {
    verb,
    rune,
    amount,
    from,
    from_count: senders.size,
    to,
    to_count: receivers.size,
    outputs: countOutputs(edges),
    outputs_without_address: countOutputs(withoutAddress),
  }
}

function sumOf(edges: Edge[]): bigint {
  return edges.reduce((all, { amount }) => all + amount, 0n)
}
