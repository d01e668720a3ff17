import { nameOfRune, type Rune, type RuneActivity, sidesOf } from '../../../contract/activity.ts'
import { addAll, compare, type Decimal, share, subtract, writeDecimal, ZERO } from './decimal.ts'
import { createPredicate, type Filter, NO_FILTER } from './filter.ts'
import { amountOf, groupBy, type ListRecord, type NonEmpty } from './listRecord.ts'

/**
 * Where units come from or go to. `new`: units minted or premined in the transaction. `unknown`: a
 * source that the records do not give. `unrecorded`: the receiver of a mint, if no record gives it.
 * `rest`: `count` smaller nodes combined.
 */
export type FlowNode =
  | { kind: 'address'; address: string }
  | { kind: 'output'; vout: number | undefined; address: string | undefined }
  | { kind: 'rest'; count: number }
  | { kind: 'new' | 'unknown' | 'burned' | 'unrecorded' }

/** Units that moved from one node to another. `source` and `target` are indices into the nodes. */
export type FlowEdge = {
  source: number
  target: number
  /** Exact digits: an amount, or a number of records, as `measure` says. */
  size: string
  /** The share of the total, from 0 to 1. Rounded: only for drawing. */
  share: number
  records: number
  isChange: boolean
}

/** How one rune moved: the largest nodes, one node for the others, and exact sums. */
export type Flow = {
  rune: Rune
  /** `records` if an amount is missing. */
  measure: 'amounts' | 'records'
  total: string
  created: string
  burned: string
  /** The number of nodes before any are combined. */
  addresses: number
  outputs: number
  sources: FlowNode[]
  targets: FlowNode[]
  edges: FlowEdge[]
  /** The number of records of unknown operations. */
  unsupported: number
  /** The number of outputs that received less than was sent to them. */
  contradicted: number
}

const MAX_SOURCES = 16
const MAX_TARGETS = 30

/**
 * The flow of each rune by the rules of the ledger: an edge for what each address sent to each output,
 * and one for what an output received beyond that. `records` must be all records of the transaction.
 * Of the filter, only runes, address and text apply.
 */
export function flowByRune(records: ListRecord[], isAllReadable: boolean, filter: Filter): Flow[] {
  const ofRune = createPredicate({ ...NO_FILTER, runes: filter.runes })
  const runes = groupBy(records, ({ record }) => record.rune.id)
  return [...runes.values()]
    .filter(([{ record }]) => ofRune(record))
    .map((ofOne) => flowOf(ofOne, isAllReadable, filter))
    .filter(({ edges, unsupported }) => edges.length + unsupported > 0)
    .sort((a, b) => b.edges.length - a.edges.length)
}

type Move = { from: FlowNode; to: FlowNode; size: Decimal; records: number }
type Outputs = NonEmpty<ListRecord>[]
type Measure = Flow['measure']

function flowOf(records: NonEmpty<ListRecord>, isAllReadable: boolean, filter: Filter): Flow {
  const of = (...operations: string[]) =>
    records.filter(({ record }) => operations.includes(record.operation))
  const isKnown = of('send', 'receive', 'burn', 'mint').every(
    ({ record }) => amountOf(record) !== undefined,
  )
  const measure = isKnown ? 'amounts' : 'records'
  const outputs = [...groupBy(of('send', 'receive'), outputKey).values()]
  const unsupported = records.length - of('send', 'receive', 'burn', 'mint', 'etching').length
  // An unknown operation may also be a source of units.
  const isNew = isAllReadable && unsupported === 0 && of('mint', 'etching').length > 0
  const origin: FlowNode = { kind: isNew ? 'new' : 'unknown' }
  const isPassedOn = of('receive', 'burn').length > 0
  const moves = [
    ...outputs.flatMap((output) => movesTo(output, origin, measure)),
    ...of('burn').map((burn) => moveOf(burn, { kind: 'burned' }, measure)),
    ...(isPassedOn ? [] : of('mint')).map((mint) => ({
      ...moveOf(mint, { kind: 'unrecorded' }, measure),
      from: origin,
    })),
  ]
  const rune = records[0].record.rune
  return {
    ...fold(moves.filter(createMoveTest(rune, filter))),
    rune,
    measure,
    unsupported,
    contradicted: isKnown ? countContradicted(outputs) : 0,
  }
}

/** Identifies an output by its index, or by its receiver if the index is missing: it has only one. */
function outputKey({ record }: ListRecord): string {
  const { vout } = record.location
  return vout === undefined ? `at ${sidesOf(record).to}` : String(vout)
}

/** The moves to an output: what was sent to it, and what it received beyond that. */
function movesTo(output: Outputs[number], origin: FlowNode, measure: Measure): Move[] {
  const [{ record }] = output
  const address = output.map(({ record }) => sidesOf(record).to).find((to) => to !== undefined)
  const to: FlowNode = { kind: 'output', vout: record.location.vout, address }
  const { sends, receives, surplus } = sumOutput(output, measure)
  const moves = sends.map((send) => moveOf(send, to, measure))
  if (compare(surplus, ZERO) > 0)
    moves.push({ from: origin, to, size: surplus, records: receives.length })
  return moves
}

/** Without amounts, units are known to be new only if nothing was sent to the output. */
function sumOutput(output: ListRecord[], measure: Measure) {
  const of = (operation: string) => output.filter(({ record }) => record.operation === operation)
  const [sends, receives] = [of('send'), of('receive')]
  const sum = (records: ListRecord[]) =>
    addAll(records.map(({ record }) => sizeOf(record, measure)))
  const isCovered = measure === 'records' && sends.length > 0
  return { sends, receives, surplus: isCovered ? ZERO : subtract(sum(receives), sum(sends)) }
}

function countContradicted(outputs: Outputs): number {
  return outputs.filter((output) => compare(sumOutput(output, 'amounts').surplus, ZERO) < 0).length
}

function moveOf({ record }: ListRecord, to: FlowNode, measure: Measure): Move {
  const { address } = record
  const from: FlowNode = address === undefined ? { kind: 'unknown' } : { kind: 'address', address }
  return { from, to, size: sizeOf(record, measure), records: 1 }
}

function sizeOf(record: RuneActivity, measure: Measure): Decimal {
  return measure === 'records' ? { units: 1n, places: 0 } : (amountOf(record) ?? ZERO)
}

function createMoveTest(rune: Rune, { address, text }: Filter): (move: Move) => boolean {
  const names = [rune.id, nameOfRune(rune)]
  const includes = (words: string[], part = '') =>
    words.some((word) => word.toLowerCase().includes(part.toLowerCase()))
  return ({ from, to }) => {
    const addresses = [addressOf(from) ?? '', addressOf(to) ?? '']
    return includes(addresses, address) && includes([...addresses, ...names], text)
  }
}

function addressOf(node: FlowNode): string | undefined {
  return node.kind === 'address' || node.kind === 'output' ? node.address : undefined
}

/** Combines all but the largest nodes of each side. */
function fold(moves: Move[]) {
  const sources = foldNodes(moves, ({ from }) => from, MAX_SOURCES)
  const targets = foldNodes(moves, ({ to }) => to, MAX_TARGETS)
  const total = addAll(moves.map(({ size }) => size))
  const sum = (test: (move: Move) => boolean) =>
    writeDecimal(addAll(moves.filter(test).map(({ size }) => size)))
  const edges = groupBy(moves, ({ from, to }) => `${sources.indexOf(from)} ${targets.indexOf(to)}`)
  return {
    total: writeDecimal(total),
    created: sum(({ from }) => from.kind === 'new'),
    burned: sum(({ to }) => to.kind === 'burned'),
    addresses: sources.count,
    outputs: targets.count,
    sources: sources.nodes,
    targets: targets.nodes,
    edges: [...edges.values()]
      .map((together) => ({
        source: sources.indexOf(together[0].from),
        target: targets.indexOf(together[0].to),
        ...sumEdge(together, total),
      }))
      .sort((a, b) => a.source - b.source || a.target - b.target),
  }
}

function foldNodes(moves: Move[], nodeOf: (move: Move) => FlowNode, max: number) {
  const groups = [...groupBy(moves, (move) => nodeKey(nodeOf(move))).values()]
    .map((group) => ({ node: nodeOf(group[0]), size: addAll(group.map(({ size }) => size)) }))
    .sort((a, b) => compare(b.size, a.size))
    .map(({ node }) => node)
  const named = groups.filter(isNamed)
  const shown = named.length > max ? named.slice(0, max - 1) : named
  const nodes = [...shown]
  if (shown.length < named.length) nodes.push({ kind: 'rest', count: named.length - shown.length })
  nodes.push(...groups.filter((node) => !isNamed(node)))
  const indices = new Map(nodes.map((node, index) => [nodeKey(node), index]))
  return {
    nodes,
    count: named.length,
    /** The index of the node, or of the `rest` node if it is not shown. */
    indexOf: (node: FlowNode) => indices.get(nodeKey(node)) ?? shown.length,
  }
}

function isNamed({ kind }: FlowNode): boolean {
  return kind === 'address' || kind === 'output'
}

function nodeKey(node: FlowNode): string {
  if (node.kind === 'output') return `output ${node.vout} ${node.address}`
  return `${node.kind} ${addressOf(node)}`
}

function sumEdge(moves: NonEmpty<Move>, total: Decimal) {
  const size = addAll(moves.map(({ size }) => size))
  let records = 0
  for (const move of moves) records += move.records
  return {
    size: writeDecimal(size),
    share: share(size, total),
    records,
    isChange: moves.every(
      ({ from, to }) => from.kind === 'address' && from.address === addressOf(to),
    ),
  }
}
