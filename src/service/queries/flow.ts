import { MAX_RIBBON_ADDRESSES, type Ribbon } from '../../contract/schemas/chain.ts'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'
import { kindNamed } from '../../database/kinds.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import type { PackedRecord } from './totals.ts'

/** A pair of owners between which units of a rune moved, by their keys. */
export type Edge = {
  rune: number
  source: 'address' | 'no-address' | 'minted' | 'premined'
  from: number | undefined
  target: 'address' | 'no-address' | 'burned'
  to: number | undefined
  amount: bigint
  /** Of its records; some are equal. */
  vouts: number[]
  /** The number of its records. */
  records: number
}

/** The pairs of a rune by a number, and small numbers for the addresses of which it is made. */
export type Pairs = { edges: Map<number, Edge>; addresses: Map<number, number> }

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
    pairs.edges.set(key, { rune, source, from, target, to, amount, vouts, records: 1 })
  } else {
    known.amount += amount
    known.records++
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
export function byAmount(one: { amount: bigint }, two: { amount: bigint }): number {
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

export function isChange({ from, to }: Edge): boolean {
  return from !== undefined && from === to
}

export function sumOfAmounts(edges: readonly { amount: bigint }[]): bigint {
  return edges.reduce((all, { amount }) => all + amount, 0n)
}

/** A loop, because there may be 100,000 edges. */
export function countOutputs(edges: Edge[]): number {
  const outputs = new Set<number>()
  for (const { vouts } of edges) for (const vout of vouts) outputs.add(vout)
  return outputs.size
}

/** A ribbon whose rune and owners are keys. */
type Draft = Pick<Ribbon, 'type' | 'source'> & {
  rune: number
  from: number | undefined
  amount: bigint
  amountEach: bigint | undefined
  edges: Edge[]
}

type FindableDraft = Draft & { isByAmount: boolean }

const MAX_RIBBONS = 8

/** The ribbons of a rune: equal amounts of one type and source together, the smallest ones too. Change is the last. */
export function draftRibbons(edges: Edge[]): FindableDraft[] {
  return drawnRibbons(edges).map((ribbon) => ({
    ...ribbon,
    isByAmount: isByAmount(ribbon, edges),
  }))
}

/** Whether its giver made one transfer to each receiver, and no other of as much. */
function isByAmount({ type, source, from, amountEach, edges: own }: Draft, edges: Edge[]): boolean {
  if (type !== 'transfer' || amountEach === undefined) return false
  const ofGiver = edges.filter(
    (edge) => edge.source === source && edge.from === from && typeOf(edge) === type,
  )
  const alike = ofGiver.filter(({ amount }) => amount === amountEach)
  return alike.length === own.length && ofGiver.every(({ records }) => records === 1)
}

function drawnRibbons(edges: Edge[]): Draft[] {
  const ribbons = equalAmounts(edges).sort(byAmount)
  const others = ribbons.filter(({ type }) => type !== 'change')
  const changes = ribbons.filter(({ type }) => type === 'change')
  if (ribbons.length <= MAX_RIBBONS) return [...others, ...changes]
  const change = together(changes)
  const room = MAX_RIBBONS - change.length
  if (others.length <= room) return [...others, ...change]
  return [...others.slice(0, room - 1), ...together(others.slice(room - 1)), ...change]
}

function equalAmounts(edges: Edge[]): Draft[] {
  const ribbons = new Map<string, Draft>()
  for (const edge of edges) {
    const { rune, source, from, target, amount } = edge
    const type = typeOf(edge)
    const key = `${type} ${source} ${from} ${target} ${amount}`
    const known = ribbons.get(key)
    if (known === undefined) {
      ribbons.set(key, { rune, type, source, from, amount, amountEach: amount, edges: [edge] })
    } else {
      known.amount += amount
      known.edges.push(edge)
    }
  }
  return [...ribbons.values()]
}

function typeOf(edge: Edge): Ribbon['type'] {
  if (edge.target === 'burned') return 'burn'
  if (edge.source === 'minted') return 'mint'
  if (edge.source === 'premined') return 'etching'
  return isChange(edge) ? 'change' : 'transfer'
}

/** Several ribbons as one. */
function together(ribbons: Draft[]): Draft[] {
  const [first, ...others] = ribbons
  if (first === undefined || others.length === 0) return ribbons
  const isSameSource = others.every(
    ({ source, from }) => source === first.source && from === first.from,
  )
  return [
    {
      rune: first.rune,
      type: others.every(({ type }) => type === first.type) ? first.type : undefined,
      source: isSameSource ? first.source : 'several',
      from: isSameSource ? first.from : undefined,
      amount: sumOfAmounts(ribbons),
      amountEach: undefined,
      edges: ribbons.flatMap((ribbon) => ribbon.edges),
    },
  ]
}

/** The keys of the addresses that a ribbon names. */
export function namedIn({ from, edges }: Draft): (number | undefined)[] {
  return [from, ...firstReceivers(edges)]
}

function firstReceivers(edges: Edge[]): number[] {
  return [...receiversOf(edges)].slice(0, MAX_RIBBON_ADDRESSES)
}

function receiversOf(edges: Edge[]): Set<number> {
  return new Set(edges.flatMap(({ to }) => to ?? []))
}

export function nameRibbon(
  { type, source, from, amount, amountEach, isByAmount, edges }: FindableDraft,
  rune: RuneLabel,
  addresses: ReadonlyMap<number | undefined, string>,
): Ribbon {
  const amount_each =
    amountEach === undefined ? undefined : applyDivisibility(amountEach, rune.divisibility)
  return {
    rune,
    type,
    source,
    from: addresses.get(from),
    amount: applyDivisibility(amount, rune.divisibility),
    amount_each,
    amount_per_movement: isByAmount ? amount_each : undefined,
    addresses: receiversOf(edges).size,
    outputs: countOutputs(edges),
    outputs_without_address: countOutputs(edges.filter(({ target }) => target === 'no-address')),
    first: firstReceivers(edges).flatMap((key) => addresses.get(key) ?? []),
  }
}
