import { type Rune, type RuneActivity, sidesOf } from '../../../contract/activity.ts'
import { addAll, compare, type Decimal, share, subtract, writeDecimal, ZERO } from './decimal.ts'
import { createTest, type Filter, NO_FILTER } from './filter.ts'
import { amountOf, groupBy, type NonEmpty, nameOf, type WholeRecord } from './wholeRecord.ts'

/**
 * Where units come from or go to. `new` is what was minted or premined here, `untold` a source that
 * the records do not give, `nowhere` a mint without a record of who received it; `rest` stands for
 * `count` smaller places.
 */
export type Place =
  | { kind: 'address'; address: string }
  | { kind: 'output'; vout: number | undefined; address: string | undefined }
  | { kind: 'rest'; count: number }
  | { kind: 'new' | 'untold' | 'burned' | 'nowhere' }

/** What went from one place to another: indices into `sources` and `targets`. */
export type Edge = {
  source: number
  target: number
  /** Exact digits: units, or records where the flow is measured by these. */
  size: string
  /** Of all that is drawn, for drawing only. */
  share: number
  records: number
  isChange: boolean
}

/** How one rune moved: the largest places, the others as one, and the sums exact. */
export type Flow = {
  rune: Rune
  /** Records are counted where an amount is not known. */
  measure: 'amounts' | 'records'
  total: string
  created: string
  burned: string
  /** How many there are, before any are shown as one. */
  addresses: number
  outputs: number
  sources: Place[]
  targets: Place[]
  edges: Edge[]
  /** Records of operations that are not known, and outputs to which more was sent than they got. */
  undrawn: number
  contradicted: number
}

const MOST_SOURCES = 16
const MOST_TARGETS = 30

/**
 * The flow of each rune by the rules of the ledger: an edge for what each address sent to each output,
 * and what an output received beyond that from what is new. `records` have to be all of their
 * transaction; `isWhole` says whether all of them could be read. Of a filter, the runes, the address
 * and the text choose what is shown, once all is known.
 */
export function flowByRune(records: WholeRecord[], isWhole: boolean, filter: Filter): Flow[] {
  const ofRune = createTest({ ...NO_FILTER, runes: filter.runes })
  const runes = groupBy(records, ({ record }) => record.rune.id)
  return [...runes.values()]
    .filter(([{ record }]) => ofRune(record))
    .map((ofOne) => drawRune(ofOne, isWhole, filter))
    .filter(({ edges, undrawn }) => edges.length + undrawn > 0)
    .sort((a, b) => b.edges.length - a.edges.length)
}

type Move = { from: Place; to: Place; size: Decimal; records: number }
type Outputs = NonEmpty<WholeRecord>[]

function drawRune(records: NonEmpty<WholeRecord>, isWhole: boolean, filter: Filter): Flow {
  const of = (...operations: string[]) =>
    records.filter(({ record }) => operations.includes(record.operation))
  const isKnown = of('send', 'receive', 'burn', 'mint').every(
    ({ record }) => amountOf(record) !== undefined,
  )
  const measure = isKnown ? 'amounts' : 'records'
  const outputs = [...groupBy(of('send', 'receive'), outputKey).values()]
  const undrawn = records.length - of('send', 'receive', 'burn', 'mint', 'etching').length
  // What an unknown operation did may be where units come from.
  const isNew = isWhole && undrawn === 0 && of('mint', 'etching').length > 0
  const origin: Place = { kind: isNew ? 'new' : 'untold' }
  const isPassedOn = of('receive', 'burn').length > 0
  const moves = [
    ...outputs.flatMap((output) => movesTo(output, origin, measure)),
    ...of('burn').map((burn) => moveOf(burn, { kind: 'burned' }, measure)),
    ...(isPassedOn ? [] : of('mint')).map((mint) => ({
      ...moveOf(mint, { kind: 'nowhere' }, measure),
      from: origin,
    })),
  ]
  const rune = records[0].record.rune
  return {
    ...fold(moves.filter(createMoveTest(rune, filter))),
    rune,
    measure,
    undrawn,
    contradicted: isKnown ? countContradicted(outputs) : 0,
  }
}

type Measure = Flow['measure']

/** An output has one receiver; where its index is not given, that is all that is known of it. */
function outputKey({ record }: WholeRecord): string {
  const { vout } = record.location
  return vout === undefined ? `at ${sidesOf(record).to}` : String(vout)
}

/** What came to an output: what was sent to it, and what it received beyond that. */
function movesTo(output: Outputs[number], origin: Place, measure: Measure): Move[] {
  const [{ record }] = output
  const address = output.map(({ record }) => sidesOf(record).to).find((to) => to !== undefined)
  const to: Place = { kind: 'output', vout: record.location.vout, address }
  const { sends, receives, surplus } = weigh(output, measure)
  const moves = sends.map((send) => moveOf(send, to, measure))
  if (compare(surplus, ZERO) > 0)
    moves.push({ from: origin, to, size: surplus, records: receives.length })
  return moves
}

/** Without amounts, only an output to which nothing was sent shows that its units are new. */
function weigh(output: WholeRecord[], measure: Measure) {
  const of = (operation: string) => output.filter(({ record }) => record.operation === operation)
  const [sends, receives] = [of('send'), of('receive')]
  const sum = (records: WholeRecord[]) =>
    addAll(records.map(({ record }) => sizeOf(record, measure)))
  const isCovered = measure === 'records' && sends.length > 0
  return { sends, receives, surplus: isCovered ? ZERO : subtract(sum(receives), sum(sends)) }
}

function countContradicted(outputs: Outputs): number {
  return outputs.filter((output) => compare(weigh(output, 'amounts').surplus, ZERO) < 0).length
}

function moveOf({ record }: WholeRecord, to: Place, measure: Measure): Move {
  const { address } = record
  const from: Place = address === undefined ? { kind: 'untold' } : { kind: 'address', address }
  return { from, to, size: sizeOf(record, measure), records: 1 }
}

function sizeOf(record: RuneActivity, measure: Measure): Decimal {
  return measure === 'records' ? { units: 1n, places: 0 } : (amountOf(record) ?? ZERO)
}

function createMoveTest(rune: Rune, { address, text }: Filter): (move: Move) => boolean {
  const names = [rune.id, nameOf(rune)]
  const says = (words: string[], part = '') =>
    words.some((word) => word.toLowerCase().includes(part.toLowerCase()))
  return ({ from, to }) => {
    const addresses = [addressOf(from) ?? '', addressOf(to) ?? '']
    return says(addresses, address) && says([...addresses, ...names], text)
  }
}

function addressOf(place: Place): string | undefined {
  return place.kind === 'address' || place.kind === 'output' ? place.address : undefined
}

/** Keeps the largest places of each side and takes the others together. */
function fold(moves: Move[]) {
  const [sources, targets] = [
    foldSide(moves, ({ from }) => from, MOST_SOURCES),
    foldSide(moves, ({ to }) => to, MOST_TARGETS),
  ]
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
    sources: sources.places,
    targets: targets.places,
    edges: [...edges.values()]
      .map((together) => ({
        source: sources.indexOf(together[0].from),
        target: targets.indexOf(together[0].to),
        ...sumEdge(together, total),
      }))
      .sort((a, b) => a.source - b.source || a.target - b.target),
  }
}

function foldSide(moves: Move[], sideOf: (move: Move) => Place, most: number) {
  const groups = [...groupBy(moves, (move) => placeKey(sideOf(move))).values()]
    .map((group) => ({ place: sideOf(group[0]), size: addAll(group.map(({ size }) => size)) }))
    .sort((a, b) => compare(b.size, a.size))
  const isNamed = ({ place: { kind } }: { place: Place }) => kind === 'address' || kind === 'output'
  const named = groups.filter(isNamed)
  const kept = named.length > most ? named.slice(0, most - 1) : named
  const places = kept.map(({ place }) => place)
  const isFolded = kept.length < named.length
  if (isFolded) places.push({ kind: 'rest', count: named.length - kept.length })
  places.push(...groups.filter((group) => !isNamed(group)).map(({ place }) => place))
  const indices = new Map(places.map((place, index) => [placeKey(place), index]))
  return {
    places,
    count: named.length,
    /** Of what is not kept, the place that stands for the rest. */
    indexOf: (place: Place) => indices.get(placeKey(place)) ?? kept.length,
  }
}

function placeKey(place: Place): string {
  if (place.kind === 'output') return `output ${place.vout} ${place.address}`
  return `${place.kind} ${addressOf(place)}`
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
