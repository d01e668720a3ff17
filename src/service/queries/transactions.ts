import type { Clause, TransactionDetails } from '../../contract/schemas/chain.ts'
import type { Place } from '../../contract/schemas/movement.ts'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'
import { countRows, hexOf } from '../../database/database.ts'
import { kindOf, noCounts, RUNE_MOVEMENTS, sumOfCounts } from '../../database/kinds.ts'
import { countGroups } from './alike.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import {
  addEdge,
  countOutputs,
  draftRibbons,
  type Edge,
  edgesOf,
  isChange,
  namedIn,
  nameRibbon,
  newPairs,
  sumOfAmounts,
} from './flow.ts'
import type { Index } from './indexReader.ts'
import { readAddresses, readLabels } from './labels.ts'
import { expectBlock, expectTransaction, type LocatedTransaction, NO_KEY } from './locate.ts'
import { canBeRead } from './packedRows.ts'
import { readTransactionRefusals } from './refusals.ts'
import { countRecords, movementCountsOf, runeTotalsOf, sumRunes, type Totals } from './totals.ts'

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
    ...(await countEntries(index, located)),
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
    groups: await countGroups(index, range),
    ...(await describe(index, described, new Map(sorted))),
    runes: await runeTotalsOf(index, described),
  }
}

/** The numbers of entries of the lists of inputs and outputs. */
async function countEntries({ query }: Index, { key }: LocatedTransaction) {
  return {
    inputs: await countRows(query, 'outputs WHERE spender = $1', [key]),
    outputs: await countRows(query, 'outputs WHERE tx = $1', [key]),
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

/** The pairs of each rune. */
type Edges = ReadonlyMap<number, Edge[]>

async function describe(index: Index, totals: Totals[], edges: Edges) {
  const runes = totals.map(({ key }) => key)
  const labelOf = await readLabels(index, runes)
  const drafted = draftDescription(totals, edges)
  const owners = drafted.clauses.flatMap(({ from, to }) => [from, to])
  const named = drafted.ribbons.flatMap(namedIn)
  const names = await readAddresses(index, [...owners, ...named])
  return nameDescription(drafted, labelOf, names)
}

/** The runes whose flow is described: those with the most movements. */
const MAX_FLOWING_RUNES = 5

/** What a transaction does, its owners and runes as keys. */
export function draftDescription(totals: Totals[], edges: Edges) {
  const lines = totals.map((total) => clausesOf(total, edges.get(total.key) ?? []))
  return {
    // What an owner lost matters more than what nobody ever had.
    clauses: [
      ...lines.filter((line) => !isMadeForNothing(line)),
      ...lines.filter(isMadeForNothing),
    ].flat(),
    ribbons: totals
      .slice(0, MAX_FLOWING_RUNES)
      .flatMap(({ key }) => draftRibbons(edges.get(key) ?? [])),
  }
}

/** Whether a mint is all that happened to a rune, and left nothing: a cenotaph burns what it mints. */
function isMadeForNothing(line: Draft[]): boolean {
  return line.every(({ verb, is_new, amount }) => is_new || (verb === 'minted' && amount === 0n))
}

/** The same with labels and addresses. */
export function nameDescription(
  { clauses, ribbons }: ReturnType<typeof draftDescription>,
  labelOf: (key: number) => RuneLabel,
  addresses: ReadonlyMap<number | undefined, string>,
) {
  return {
    clauses: clauses.map(({ rune: key, amount, from, to, ...clause }): Clause => {
      const rune = labelOf(key)
      const shown = applyDivisibility(amount, rune.divisibility)
      return { ...clause, rune, amount: shown, from: addresses.get(from), to: addresses.get(to) }
    }),
    flow: ribbons.map((ribbon) => nameRibbon(ribbon, labelOf(ribbon.rune), addresses)),
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
    ...(hasMinted ? [of('minted', minted, sumOfAmounts(minted))] : []),
    ...(sent.length > 0 ? [of('sent', sent, sumOfAmounts(sent))] : []),
    ...(burnedOwn.length > 0 ? [of('burned', burnedOwn, sumOfAmounts(burnedOwn))] : []),
    ...(burnedNew.length > 0
      ? [{ ...of('burned', burnedNew, sumOfAmounts(burnedNew)), is_new: true }]
      : []),
  ]
  if (clauses.length > 0 || all.length === 0) return clauses
  return [of('moved', all, sumOfAmounts(all))]
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
