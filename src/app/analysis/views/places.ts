import { formatDecimal } from '../../ui/numbers.tsx'
import type { Filter } from '../engine/filter.ts'
import type { Edge, Flow, Place } from '../engine/flow.ts'

const WORDS = {
  new: 'Newly minted or premined',
  untold: 'Source not given',
  burned: 'Burned',
  nowhere: 'Receiver not recorded',
} as const

export type Side = 'source' | 'target'

/** A place in a few words, for a drawing: addresses are cut as everywhere, and whole in the table. */
export function placeLabel(place: Place, side: Side, language: string): string {
  if (place.kind === 'address') return cutAddress(place.address)
  if (place.kind === 'output') return `${outputLabel(place)} ${cutAddress(place.address)}`.trim()
  if (place.kind !== 'rest') return WORDS[place.kind]
  const [one, many] = side === 'source' ? ['address', 'addresses'] : ['output', 'outputs']
  return `${formatDecimal(String(place.count), language)} more ${place.count === 1 ? one : many}`
}

/** "#3", as an output is named by its index. */
export function outputLabel({ vout }: { vout: number | undefined }): string {
  return vout === undefined ? '' : `#${vout}`
}

/** Addresses made to look alike agree in fewer characters than are shown at each end. */
function cutAddress(address = ''): string {
  return address.length > 20 ? `${address.slice(0, 8)}…${address.slice(-8)}` : address
}

/** Asks for the records behind an edge; none can ask for those of many places at once. */
export function recordsOfEdge(
  { rune, sources, targets }: Flow,
  { source, target }: Edge,
): Filter | undefined {
  const [from, to] = [sources[source], targets[target]]
  if (from === undefined || to === undefined || from.kind === 'rest' || to.kind === 'rest') return
  const runes = [rune.id]
  const ofSender = from.kind === 'address' ? { address: from.address } : {}
  if (to.kind === 'burned') return { operations: ['burn'], runes, ...ofSender }
  if (to.kind !== 'output') return { operations: ['mint'], runes }
  const ofReceiver = to.address === undefined ? {} : { address: to.address }
  return {
    operations: [from.kind === 'address' ? 'send' : 'receive'],
    runes,
    ...(to.vout === undefined ? ofReceiver : { ...ofSender, output: String(to.vout) }),
  }
}
