import { RuneName } from '../../activity/RuneName.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Flow } from '../engine/flow.ts'
import { useAsked, type ViewProps } from './asking.ts'
import { FilterForm } from './FilterForm.tsx'
import { FlowFigure } from './FlowFigure.tsx'

/** Who gave units of which rune to which output, drawn and as a table. */
export function FlowPicture(props: ViewProps) {
  const { shown, asked, linkTo } = props
  const { filter } = asked
  const { data: flows, isBusy } = useAsked(shown, ['flow', filter], (set) => set.flow(filter))
  if (shown.progress.phase !== 'complete') {
    return (
      <Notice tone="information" title="Cannot be drawn yet">
        <p>
          Where units come from can only be said when all of the transaction was read: what is
          received without having been sent is new, and one record that is missing would look so.
        </p>
      </Notice>
    )
  }
  if (flows === undefined || flows === null) return <Skeleton lines={12} label="Drawing the flow" />
  return (
    <section aria-labelledby="picture-heading" aria-busy={isBusy} className="stack-4">
      <h2 id="picture-heading" className="text-lg font-semibold">
        What flowed where
      </h2>
      <p className="max-w-prose text-sm text-muted">
        From the addresses that gave to the outputs that received. Each rune has a picture of its
        own, in which the widths are parts of its own total: amounts of two runes have no common
        scale.
      </p>
      <FilterForm {...props} fields="of sums" />
      {flows.total === 0 && (
        <p>
          Nothing flowed here, as far as the records say: no units were moved, minted or burned.
        </p>
      )}
      {flows.results.map((flow, place) => (
        <RuneFlow key={flow.rune.id} flow={flow} place={place} linkTo={linkTo} />
      ))}
      {flows.total > flows.results.length && (
        <p>
          <Numeral value={flows.total - flows.results.length} /> more runes moved in this
          transaction: filter by one of them to see it drawn, or see{' '}
          <a href={linkTo({ view: 'records', grouping: 'rune' })} className="link">
            all of them in numbers
          </a>
          .
        </p>
      )}
    </section>
  )
}

type Props = { flow: Flow; place: number; linkTo: ViewProps['linkTo'] }

function RuneFlow({ flow, place, linkTo }: Props) {
  const { rune, undrawn, contradicted, edges } = flow
  const id = `flow-${place}`
  return (
    <section aria-labelledby={id} className="panel stack-3 p-3 sm:p-4">
      <h3 id={id} className="font-semibold">
        <RuneName rune={rune} />
      </h3>
      {edges.length > 0 && (
        <FlowFigure flow={flow} hue={place % HUES} sentenceId={`${id}-says`} linkTo={linkTo} />
      )}
      {undrawn > 0 && (
        <p className="text-sm text-muted">
          Not drawn: <Numeral value={undrawn} /> {undrawn === 1 ? 'record' : 'records'} of an
          operation that is not known, so that nobody can say what it moved.
        </p>
      )}
      {contradicted > 0 && (
        <p className="text-sm">
          More was sent to <Numeral value={contradicted} />{' '}
          {contradicted === 1 ? 'output' : 'outputs'} than {contradicted === 1 ? 'it' : 'they'}{' '}
          received:{' '}
          <a href={linkTo({ view: 'check' })} className="link">
            see what does not add up
          </a>
          .
        </p>
      )}
    </section>
  )
}

const HUES = 4
