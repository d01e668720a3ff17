import type { Clause, TransactionDetails } from '../../contract/schemas/chain.ts'
import { hexOf } from '../../database/database.ts'
import {
  etchedOf,
  KIND_NAMES,
  type KindCounts,
  type KindName,
  kindNamed,
  kindOf,
  noCounts,
  RUNE_MOVEMENTS,
  sumOfCounts,
} from '../../database/kinds.ts'
import { applyDivisibility } from '../applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { readAddresses, readLabels } from './labels.ts'
import { expectTransaction, type LocatedTransaction } from './locate.ts'
import { canBeRead } from './packedRows.ts'
import {
  byMovements,
  type LedgerRecord,
  movementCountsOf,
  readRecords,
  runeTotalsOf,
  sumRecords,
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
  const { key, place, height, blockHash, flaw } = located
  const { counts, ...described } = canBeRead(located)
    ? await describeRecords(index, await readRecords(index, located))
    : { counts: await countKinds(index, located), clauses: [], flow: [], runes: [] }
  return {
    place,
    block_hash: blockHash,
    confirmations: index.tip.height - height + 1,
    movements: sumOfCounts(counts, RUNE_MOVEMENTS),
    counts: movementCountsOf(counts),
    records: located.end - located.first,
    flaw,
    ...(await readNeighbours(index, key)),
    ...described,
  }
}

/** Of this many runes, those with the most movements, a transaction says what it did. */
const MAX_DESCRIBED_RUNES = 100

async function describeRecords(index: Index, records: LedgerRecord[]) {
  const totals = [...(await sumRecords(index, records)).values()].sort(byMovements())
  const described = totals.slice(0, MAX_DESCRIBED_RUNES)
  return {
    counts: addCounts(totals),
    rune_count: totals.length,
    ...(await describe(index, described, edgesOf(records, described))),
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
  /** Of its records; some may be equal. */
  vouts: number[]
}

/** The pairs of each rune. */
type Edges = ReadonlyMap<number, Edge[]>

/** Who gave how much of these runes to whom, change included, the largest first. */
function edgesOf(records: LedgerRecord[], totals: Totals[]): Edges {
  const runes = new Map(
    totals.map(({ key, counts }) => {
      return [key, { isEtched: etchedOf(counts) > 0, edges: new Map<string, Edge>() }]
    }),
  )
  for (const record of records) {
    const rune = runes.get(record[1])
    const edge = rune && edgeOf(record, rune.isEtched)
    if (edge === undefined) continue
    const key = `${edge.source} ${edge.from} ${edge.target} ${edge.to}`
    const known = rune?.edges.get(key)
    if (known === undefined) rune?.edges.set(key, edge)
    else {
      known.amount += edge.amount
      for (const vout of edge.vouts) known.vouts.push(vout)
    }
  }
  return new Map([...runes].map(([key, { edges }]) => [key, [...edges.values()].sort(byAmount)]))
}

/** The largest first. */
function byAmount(one: Edge, two: Edge): number {
  return one.amount > two.amount ? -1 : one.amount < two.amount ? 1 : 0
}

/** `isEtched`: whether the transaction etches the rune, whose new units are premined then. */
function edgeOf(record: LedgerRecord, isEtched: boolean): Edge | undefined {
  const [number, rune, , , amount, fresh, , vout] = record
  const kind = kindNamed(number)
  const ends = endsOf(kind, record, isEtched)
  if (ends === undefined) return
  const { source, from, target, to } = ends
  const isNew = kind === 'mint_receives' || kind === 'premine_receives'
  return {
    rune,
    source,
    from,
    target,
    to,
    amount: BigInt((isNew ? fresh : amount) ?? 0),
    pairs: 1,
    vouts: vout === null ? [] : [vout],
  }
}

type Ends = Pick<Edge, 'source' | 'from' | 'target' | 'to'>

function endsOf(
  kind: KindName,
  [, , address, receiver, , fresh]: LedgerRecord,
  isEtched: boolean,
): Ends | undefined {
  const owner = address ?? undefined
  const source = ownerKind(owner)
  switch (kind) {
    case 'transfers':
      return { source, from: owner, target: ownerKind(receiver), to: receiver ?? undefined }
    case 'changes':
      return { source, from: owner, target: source, to: owner }
    case 'burns': {
      const newKind = isEtched ? 'premined' : 'minted'
      return {
        source: fresh === null ? source : newKind,
        from: owner,
        target: 'burned',
        to: undefined,
      }
    }
    case 'mint_receives':
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
      vouts: rest.flatMap(({ vouts }) => vouts),
    },
  ]
}

async function describe(index: Index, totals: Totals[], edges: Edges) {
  const runes = totals.map(({ key }) => key)
  const labelOf = await readLabels(index, runes)
  const shown = totals.slice(0, MAX_RUNES).flatMap(({ key }) => shownEdges(edges.get(key) ?? []))
  const drafts = totals.flatMap((total) => clausesOf(total, edges.get(total.key) ?? []))
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
      return { ...edge, ...named(edge), outputs: new Set(vouts).size }
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
  const outputsOf = (some: Edge[]) => new Set(some.flatMap(({ vouts }) => vouts)).size
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
