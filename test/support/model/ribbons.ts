// How the flow of a rune through a transaction is drawn.
import { descending, type Edge, groupBy, isOfType, type MovementType, sumOf } from './facts.ts'
import type { ModelRune, ModelTx } from './types.ts'

const MOST = 8
const NAMED = 12

/** Equal amounts of one type from one source. */
type Ribbon = { type: MovementType | undefined; edges: Edge[]; isEqual: boolean }

/** At most eight, change last. `edges` are those of a rune, the largest first. */
export function ribbonsOf(edges: Edge[]) {
  return drawn(edges).map(({ type, edges: own, isEqual }) => {
    const [first] = own
    const sources = new Set(own.map(({ source, from }) => `${source} ${from}`))
    const receivers = new Set(own.flatMap(({ to }) => to ?? []))
    return {
      type,
      source: sources.size === 1 ? first?.source : 'several',
      from: sources.size === 1 ? first?.from : undefined,
      amount: sumOf(own),
      amountEach: isEqual ? first?.amount : undefined,
      addresses: receivers.size,
      outputs: outputsOf(own),
      outputs_without_address: outputsOf(own.filter(({ target }) => target === 'no-address')),
      first: [...receivers].slice(0, NAMED),
    }
  })
}

function drawn(edges: Edge[]): Ribbon[] {
  const groups = groupBy(edges, (edge) =>
    [typeOf(edge), edge.source, edge.from, edge.target, edge.amount].join(),
  )
  const ribbons = [...groups.values()]
    .map((own) => ({ type: own[0] && typeOf(own[0]), edges: own, isEqual: true }))
    .sort((one, two) => descending(sumOf(one.edges), sumOf(two.edges)))
  const changes = ribbons.filter(({ type }) => type === 'change')
  const others = ribbons.filter(({ type }) => type !== 'change')
  if (ribbons.length <= MOST) return [...others, ...changes]
  const places = changes.length === 0 ? MOST : MOST - 1
  const cut = others.length > places ? places - 1 : others.length
  return [...others.slice(0, cut), ...asOne(others.slice(cut)), ...asOne(changes)]
}

function asOne(ribbons: Ribbon[]): Ribbon[] {
  const types = new Set(ribbons.map(({ type }) => type))
  const [type] = types.size === 1 ? types : []
  if (ribbons.length < 2) return ribbons
  return [{ type, edges: ribbons.flatMap(({ edges }) => edges), isEqual: false }]
}

function typeOf({ source, target, from, to }: Edge): MovementType {
  if (target === 'burned') return 'burn'
  if (source === 'minted') return 'mint'
  if (source === 'premined') return 'etching'
  return from !== undefined && from === to ? 'change' : 'transfer'
}

export function outputsOf(edges: Edge[]): number {
  return new Set(edges.flatMap(({ vouts }) => [...vouts])).size
}

type SoughtRibbon = Pick<ReturnType<typeof ribbonsOf>[number], 'type' | 'from' | 'addresses'> & {
  rune: ModelRune
  amountEach: bigint | undefined
}

/** Whether the list of what its giver transferred, cut down to its amount, has each of its receivers once and no other. */
export function isFoundByAmount(tx: ModelTx, ribbon: SoughtRibbon): boolean {
  const { type, from, rune, amountEach, addresses } = ribbon
  if (type !== 'transfer' || amountEach === undefined) return false
  const given = tx.records.filter(
    (record) => record.rune === rune && isOfType(record, 'transfer') && record.address === from,
  )
  const alike = given.filter(({ amount }) => amount === amountEach)
  const hasOneEach = new Set(given.map(({ receiver }) => receiver)).size === given.length
  return hasOneEach && alike.length === Math.max(1, addresses)
}
