import { Fragment, type ReactNode, type SyntheticEvent, useMemo, useState } from 'react'
import { Amount, Numeral } from '../../ui/numbers.tsx'
import { useLanguage } from '../../ui/reader.ts'
import type { Flow } from '../engine/flow.ts'
import type { ViewProps } from './AnalysisView.tsx'
import { FlowDrawing } from './FlowDrawing.tsx'
import { FlowTable } from './FlowTable.tsx'
import { nodeLabel } from './flowNodes.ts'
import { layoutFlow } from './layoutFlow.ts'

type Props = { flow: Flow; color: string; captionId: string; linkTo: ViewProps['linkTo'] }

/**
 * A flow as a sentence, a drawing and a table. What is pointed at or focused in the drawing or the
 * table is marked in both.
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
      // A lifted finger leaves, too: what it touched stays marked.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setMarked([])}
      onFocus={mark}
      onBlur={() => setMarked([])}
      className="space-y-3"
    >
      <figcaption id={captionId} className="max-w-prose">
        <Sentence flow={flow} />
      </figcaption>
      <div className={`@container ${color}`}>
        {/* A long amount scrolls. It is no stop for the keyboard: the table has it, too. */}
        <p aria-hidden="true" className="min-h-10 overflow-x-auto text-sm text-muted">
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
          <Amount digits={total} /> went
        </>
      ) : (
        <>
          <strong>The service gives no amounts here, so the widths count records.</strong>{' '}
          <Count of={Number(total)} one="record says" many="records say" /> what went
        </>
      )}{' '}
      from{' '}
      <Joined>
        {addresses > 0 && <Count of={addresses} one="address" many="addresses" />}
        {has('new') && <>what was newly minted or premined{amount(flow.created)}</>}
        {has('unknown') && 'a source that the records do not give'}
      </Joined>{' '}
      to{' '}
      <Joined>
        {outputs > 0 && <Count of={outputs} one="output" many="outputs" />}
        {has('burned') && <>burning{amount(flow.burned)}</>}
        {has('unrecorded') && 'a receiver that is not recorded'}
      </Joined>
      .
      {edges.some(({ isChange }) => isChange) && (
        <> Dashed is change: what an address sent back to itself.</>
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

/** The marked edges in words: the row in a long table may be out of sight. */
function MarkedFlow({ flow, marked }: { flow: Flow; marked: number[] }) {
  const language = useLanguage()
  const edges = marked.flatMap((index) => flow.edges[index] ?? [])
  const [edge] = edges
  if (edge === undefined) return 'Point at a flow, or tap it, to read it.'
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

/** A rounded percentage; only nothing is 0 %, and only everything 100 %. */
function formatShare(share: number, language: string): string {
  const { format } = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 1,
    numberingSystem: 'latn',
  })
  if (share < 0.0005) return `< ${format(0.001)}`
  return share > 0.9995 && share < 1 ? `> ${format(0.999)}` : format(share)
}
