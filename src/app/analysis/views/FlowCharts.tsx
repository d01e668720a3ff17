import { Link } from 'react-router-dom'
import { RuneName } from '../../activity/RuneName.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Count, Numeral } from '../../ui/numbers.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { isEmpty } from '../engine/filter.ts'
import type { Flow } from '../engine/flow.ts'
import { FlowChart } from './FlowChart.tsx'
import { RecordFilterForm } from './RecordFilterForm.tsx'
import { useAnalysisQuery } from './useAnalysis.ts'
import type { ViewProps } from './viewProps.ts'

/** A chart for each rune of a transaction: which addresses sent units to which outputs. */
export function FlowCharts(props: ViewProps) {
  const { analysis, state, linkTo } = props
  const { filter } = state
  const { data: flows, isBusy } = useAnalysisQuery(analysis, ['flows', filter], (worker) =>
    worker.flows(filter),
  )
  if (analysis.progress.phase !== 'complete') {
    return (
      <Notice tone="information" title="Not drawn yet">
        <p>
          The flow is drawn once all records are loaded. Until then, units could look newly minted
          or premined only because the record of their sender is missing.
        </p>
      </Notice>
    )
  }
  if (!flows) return <Skeleton lines={12} label="Drawing the flow" />
  const hidden = flows.total - flows.results.length
  return (
    <section aria-labelledby="charts-heading" aria-busy={isBusy} className="space-y-4">
      <h2 id="charts-heading" className="text-lg font-semibold">
        Flow
      </h2>
      <p className="max-w-prose text-sm text-muted">
        From sending addresses to receiving outputs. Each rune has its own chart and scale, because
        amounts of different runes cannot be compared.
      </p>
      <RecordFilterForm {...props} fields="nets" />
      {flows.total === 0 && (
        <p>
          {isEmpty(filter)
            ? 'In these records, no units were moved, minted or burned.'
            : 'No flows match the filter.'}
        </p>
      )}
      {flows.results.map((flow, index) => (
        <RuneFlow key={flow.rune.id} flow={flow} index={index} linkTo={linkTo} />
      ))}
      {hidden > 0 && (
        <p>
          <Count value={hidden} one="more rune" /> moved in this transaction. Filter by rune to see
          other charts, or see{' '}
          <Link to={linkTo({ view: 'records', grouping: 'rune' })} className="link">
            all runes in a table
          </Link>
          .
        </p>
      )}
    </section>
  )
}

// Distinguishable for colour-blind readers, with a contrast of 3:1 in both themes.
const COLORS = [
  'text-[light-dark(#123a70,#4a9bf0)]',
  'text-[light-dark(#6b4400,#e88a4c)]',
  'text-[light-dark(#23695d,#4dfaad)]',
  'text-[light-dark(#b0189f,#f7b0e6)]',
]

type Props = { flow: Flow; index: number; linkTo: ViewProps['linkTo'] }

function RuneFlow({ flow, index, linkTo }: Props) {
  const { rune, unsupported, contradicted, edges } = flow
  const id = `flow-${index}`
  return (
    <section aria-labelledby={id} className="panel space-y-3 p-3 sm:p-4">
      <h3 id={id} className="font-semibold">
        <RuneName rune={rune} />
      </h3>
      {edges.length > 0 && (
        <FlowChart
          flow={flow}
          color={COLORS[index % COLORS.length] ?? ''}
          captionId={`${id}-caption`}
          linkTo={linkTo}
        />
      )}
      {unsupported > 0 && (
        <p className="text-sm text-muted">
          Not shown: <Numeral value={unsupported} /> {unsupported === 1 ? 'record' : 'records'} of
          an unknown operation.
        </p>
      )}
      {contradicted > 0 && (
        <p className="text-sm">
          More was sent to <Numeral value={contradicted} />{' '}
          {contradicted === 1 ? 'output' : 'outputs'} than {contradicted === 1 ? 'it' : 'they'}{' '}
          received:{' '}
          <Link to={linkTo({ view: 'check' })} className="link">
            see what does not add up
          </Link>
          .
        </p>
      )}
    </section>
  )
}
