import { Fragment, type ReactNode, type SyntheticEvent, useMemo, useState } from 'react'
import { useLanguage } from '../../ui/language.ts'
import { Amount, Numeral } from '../../ui/numbers.tsx'
import type { Flow } from '../engine/flow.ts'
import { FlowDrawing } from './FlowDrawing.tsx'
import { FlowTable } from './FlowTable.tsx'
import { nodeLabel } from './flowLabels.ts'
import { layoutFlow } from './layoutFlow.ts'
import type { ViewProps } from './viewProps.ts'

type Props = { flow: Flow; color: string; captionId: string; linkTo: ViewProps['linkTo'] }

/**
 * A flow as a sentence, a drawing and a table. Hovering over or focusing a flow in the drawing or the
 * table highlights it in both.
 */
export function FlowChart({ flow, color, captionId, linkTo }: Props) {
  const [marked, setMarked] = useState<number[]>([])
  const layout = useMemo(() => layoutFlow(flow), [flow])

  function mark({ target }: SyntheticEvent) {
    const element = target instanceof Element ? target.closest('[data-edges]') : null
    const edges = element?.getAttribute('data-edges')?.split(' ').map(Number) ?? []
    if (edges.join() !== marked.join()) setMarked(edges)
  }

  return (
    <figure
      aria-labelledby={captionId}
      onPointerOver={mark}
      // Lifting a finger fires this, too. The touched flow stays highlighted.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setMarked([])}
      onFocus={mark}
      onBlur={() => setMarked([])}
      className="space-y-3"
    >
      <figcaption id={captionId} className="max-w-prose">
        <Sentence flow={flow} />
      </figcaption>
      <div className={`@container ${color}`}>
        {/* A long amount scrolls. It is not focusable, because the table shows it, too. */}
        <p aria-hidden="true" className="min-h-10 overflow-x-auto text-sm text-muted print:hidden">
          <MarkedFlow flow={flow} marked={marked} />
        </p>
        <FlowDrawing flow={flow} layout={layout} marked={marked} />
      </div>
      <FlowTable flow={flow} marked={marked} linkTo={linkTo} />
    </figure>
  )
}

function Sentence({ flow }: { flow: Flow }) {
  const { measure, total, addresses, outputs, sources, targets, edges } = flow
  const has = (kind: string) => [...sources, ...targets].some((node) => node.kind === kind)
  const amount = (size: string) =>
    measure === 'amounts' && (
      <>
        {' '}
        (<Amount digits={size} />)
      </>
    )
  return (
    <>
      {measure === 'amounts' ? (
        <>
          <Amount digits={total} /> moved
        </>
      ) : (
        <>
          <strong>Some amounts are missing. The widths show numbers of records.</strong>{' '}
          <Count of={Number(total)} one="record shows" many="records show" /> moves
        </>
      )}{' '}
      from{' '}
      <Joined>
        {addresses > 0 && <Count of={addresses} one="address" many="addresses" />}
        {has('new') && <>a mint or premine{amount(flow.created)}</>}
        {has('unknown') && 'an unknown source'}
      </Joined>{' '}
      to{' '}
      <Joined>
        {outputs > 0 && <Count of={outputs} one="output" many="outputs" />}
        {has('burned') && <>a burn{amount(flow.burned)}</>}
        {has('unrecorded') && 'an unrecorded receiver'}
      </Joined>
      .
      {edges.some(({ isChange }) => isChange) && (
        <> Dashed flows are change: units that an address sent back to itself.</>
      )}
    </>
  )
}

function Count({ of, one, many }: { of: number; one: string; many: string }) {
  return (
    <>
      <Numeral value={of} /> {of === 1 ? one : many}
    </>
  )
}

function Joined({ children }: { children: ReactNode[] }) {
  return children
    .filter((child) => child !== false)
    .map((child, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other identity.
      <Fragment key={index}>
        {index > 0 && ' and '}
        {child}
      </Fragment>
    ))
}

/** The highlighted edges in words, because their row in a long table may be out of view. */
function MarkedFlow({ flow, marked }: { flow: Flow; marked: number[] }) {
  const language = useLanguage()
  const edges = marked.flatMap((index) => flow.edges[index] ?? [])
  const [edge] = edges
  if (edge === undefined)
    return `Hover over a flow or tap it to see its ${flow.measure === 'amounts' ? 'amount' : 'number of records'}.`
  const [from, to] = [flow.sources[edge.source], flow.targets[edge.target]]
  const isSource = edges.every(({ source }) => source === edge.source)
  const isTarget = edges.every(({ target }) => target === edge.target)
  const share = edges.map(({ share }) => share).reduce((a, b) => a + b, 0)
  return (
    <>
      {isSource && from && nodeLabel(from, 'source', language)}
      {' → '}
      {isTarget && to && nodeLabel(to, 'target', language)}
      {edges.length === 1 ? (
        <>
          : <Numeral value={edge.size} />
          {flow.measure === 'records' && (edge.records === 1 ? ' record' : ' records')}
        </>
      ) : (
        ` ${edges.length} flows`
      )}
      , {formatShare(share, language)}
    </>
  )
}

/** A rounded percentage. Only exact values are shown as 0% and 100%. */
function formatShare(share: number, language: string): string {
  const { format } = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 1,
    numberingSystem: 'latn',
  })
  if (share < 0.0005) return `< ${format(0.001)}`
  return share > 0.9995 && share < 1 ? `> ${format(0.999)}` : format(share)
}
