import { Fragment, type ReactNode, type SyntheticEvent, useMemo, useState } from 'react'
import { Numeral } from '../../ui/numbers.tsx'
import { useLanguage } from '../../ui/reader.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import type { Flow } from '../engine/flow.ts'
import type { ViewProps } from './asking.ts'
import { FlowDrawing } from './FlowDrawing.tsx'
import { FlowTable } from './FlowTable.tsx'
import { layFlow } from './layFlow.ts'
import { Percent } from './Percent.tsx'
import { placeLabel } from './places.ts'

type Props = { flow: Flow; hue: number; sentenceId: string; linkTo: ViewProps['linkTo'] }

/**
 * A flow as a sentence, a drawing and a table. What the reader points at or focuses in one of them is
 * marked in the other. The drawing is for the eye alone: what is read and tabbed through is the table.
 */
export function FlowFigure({ flow, hue, sentenceId, linkTo }: Props) {
  const [marked, setMarked] = useState<number[]>([])
  const laid = useMemo(() => layFlow(flow), [flow])

  function mark({ target }: SyntheticEvent) {
    const named = target instanceof Element ? target.closest('[data-edges]') : null
    const edges = named?.getAttribute('data-edges')?.split(' ').map(Number) ?? []
    if (edges.join() !== marked.join()) setMarked(edges)
  }

  return (
    <figure
      aria-labelledby={sentenceId}
      onPointerOver={mark}
      // A finger that is lifted leaves, too, and what it touched stays marked.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setMarked([])}
      onFocus={mark}
      onBlur={() => setMarked([])}
      className="stack-3"
    >
      <figcaption id={sentenceId} className="max-w-prose">
        <Sentence flow={flow} />
      </figcaption>
      <div className="flow-and-table">
        <div className={`flow hue-${hue}`}>
          <p aria-hidden="true" className="min-h-9 text-sm text-muted">
            <Reading flow={flow} marked={marked} />
          </p>
          <FlowDrawing flow={flow} laid={laid} marked={marked} />
        </div>
        <ScrollRegion label="The flow as a table">
          <FlowTable flow={flow} marked={marked} linkTo={linkTo} />
        </ScrollRegion>
      </div>
    </figure>
  )
}

function Sentence({ flow }: { flow: Flow }) {
  const { measure, total, addresses, outputs, sources, targets, edges } = flow
  const has = (kind: string) => [...sources, ...targets].some((place) => place.kind === kind)
  const from = [
    addresses > 0 && <Count of={addresses} one="address" many="addresses" />,
    has('new') && <>what was newly minted or premined{sized(flow.created)}</>,
    has('untold') && 'a source that the records do not give',
  ]
  const to = [
    outputs > 0 && <Count of={outputs} one="output" many="outputs" />,
    has('burned') && <>burning{sized(flow.burned)}</>,
    has('nowhere') && 'a receiver that is not recorded',
  ]
  return (
    <>
      {measure === 'amounts' ? (
        <>
          <Numeral value={total} /> went
        </>
      ) : (
        <>
          <strong>The service gives no amounts here, so the widths count records.</strong>{' '}
          <Count of={Number(total)} one="record says" many="records say" /> what went
        </>
      )}{' '}
      from <Listed parts={from} /> to <Listed parts={to} />.
      {edges.some(({ isChange }) => isChange) && (
        <> Dashed is change: what an address sent back to itself.</>
      )}
    </>
  )

  function sized(size: string) {
    return (
      measure === 'amounts' && (
        <>
          {' '}
          (<Numeral value={size} />)
        </>
      )
    )
  }
}

function Count({ of, one, many }: { of: number; one: string; many: string }) {
  return (
    <>
      <Numeral value={of} /> {of === 1 ? one : many}
    </>
  )
}

function Listed({ parts }: { parts: ReactNode[] }) {
  return parts
    .filter((part) => part !== false)
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other identity.
      <Fragment key={index}>
        {index > 0 && ' and '}
        {part}
      </Fragment>
    ))
}

/** What is marked, in words: beside a long table its row may be out of sight. */
function Reading({ flow, marked }: { flow: Flow; marked: number[] }) {
  const edges = marked.flatMap((index) => flow.edges[index] ?? [])
  const [edge] = edges
  const language = useLanguage()
  if (edge === undefined) return 'Point at a flow, or tap it, to read it.'
  const [from, to] = [flow.sources[edge.source], flow.targets[edge.target]]
  const isSource = edges.every(({ source }) => source === edge.source)
  const isTarget = edges.every(({ target }) => target === edge.target)
  return (
    <>
      {isSource && from && placeLabel(from, 'source', language)}
      {' → '}
      {isTarget && to && placeLabel(to, 'target', language)}
      {edges.length === 1 ? (
        <>
          : <Numeral value={edge.size} />
          {flow.measure === 'records' && (edge.records === 1 ? ' record' : ' records')}
        </>
      ) : (
        ` ${edges.length} flows`
      )}
      , <Percent share={edges.map(({ share }) => share).reduce((a, b) => a + b, 0)} />
    </>
  )
}
