import { formatDecimal } from '../../ui/numbers.tsx'
import { shortenHash } from '../../ui/shortenHash.ts'
import type { Filter } from '../engine/filter.ts'
import type { Flow, FlowEdge, FlowNode } from '../engine/flow.ts'

const LABELS = {
  new: 'Newly minted or premined',
  unknown: 'Source not given',
  burned: 'Burned',
  unrecorded: 'Receiver not recorded',
} as const

export type Side = 'source' | 'target'

/** The label of a node, with its address shortened. */
export function nodeLabel(node: FlowNode, side: Side, language: string): string {
  if (node.kind === 'address') return shortenHash(node.address)
  if (node.kind === 'output')
    return `${outputLabel(node)} ${shortenHash(node.address ?? '')}`.trim()
  if (node.kind !== 'rest') return LABELS[node.kind]
  const [one, many] = side === 'source' ? ['address', 'addresses'] : ['output', 'outputs']
  return `${formatDecimal(String(node.count), language)} more ${node.count === 1 ? one : many}`
}

/** "#3", the index of an output. */
export function outputLabel({ vout }: { vout: number | undefined }): string {
  return vout === undefined ? '' : `#${vout}`
}

/** The filter for the records of an edge; undefined if an end of the edge combines several nodes. */
export function filterOfEdge(
  { rune, sources, targets }: Flow,
  { source, target }: FlowEdge,
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
