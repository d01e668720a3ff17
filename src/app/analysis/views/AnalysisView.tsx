import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { Paging } from '../../../contract/paging.ts'
import { NotUnderstood } from '../../activity/NotUnderstood.tsx'
import { readPaging } from '../../links.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import type { Subject } from '../engine/subject.ts'
import type { View } from '../ViewLinks.tsx'
import { BlockCharts } from './BlockCharts.tsx'
import { CheckView } from './CheckView.tsx'
import { DownloadView } from './DownloadView.tsx'
import { FlowCharts } from './FlowCharts.tsx'
import { NetView } from './NetView.tsx'
import { ReadingProgress } from './ReadingProgress.tsx'
import { RecordsView } from './RecordsView.tsx'
import { type RunningAnalysis, useAnalysis } from './useAnalysis.ts'
import { linkToView, readViewState, type ViewState } from './viewState.ts'

/** The props of every view. */
export type ViewProps = {
  analysis: RunningAnalysis
  subject: Subject
  /** What the address selects. */
  state: ViewState
  paging: Paging
  /** The address of the changed state, at its first row unless `paging` is given. */
  linkTo: (change: Partial<ViewState>, paging?: Paging) => string
  /** The address of the list's pages. */
  path: string
}

type Props = Pick<ViewProps, 'subject' | 'path'>

/** Reads a list to its end, and shows the view of it that the address names. */
export function AnalysisView({ subject, path }: Props) {
  const [search] = useSearchParams()
  // Rendered by the browser only, so that a page may have more rows than the service would render.
  const { requested: paging } = readPaging(search)
  const { state, refused } = readViewState(search)
  const analysis = useAnalysis(subject)
  if (analysis === undefined) return <Skeleton lines={12} label="Starting the analysis" />
  if ('error' in analysis) return <NotStarted error={analysis.error} path={path} />
  const linkTo: ViewProps['linkTo'] = (change, at = { ...paging, offset: 0 }) =>
    linkToView(path, { ...state, ...change }, at)
  const View = VIEWS[state.view]
  return (
    <div className="space-y-4">
      <ReadingProgress analysis={analysis} path={path} />
      {refused.length > 0 && <NotUnderstood refused={refused} />}
      <View
        analysis={analysis}
        subject={subject}
        state={state}
        paging={paging}
        linkTo={linkTo}
        path={path}
      />
    </div>
  )
}

const VIEWS: Record<View, (props: ViewProps) => ReactNode> = {
  records: RecordsView,
  net: NetView,
  check: CheckView,
  charts: ChartsView,
  download: DownloadView,
}

/** Units of two transactions have nothing in common: a block is counted instead. */
function ChartsView(props: ViewProps) {
  return props.subject.kind === 'transaction' ? (
    <FlowCharts {...props} />
  ) : (
    <BlockCharts {...props} />
  )
}

function NotStarted({ error, path }: { error: Error; path: string }) {
  return (
    <Notice tone="warning" title="The analysis could not be started">
      <p>
        <UntrustedText text={error.message} />
      </p>
      <Link to={path} className="button">
        Read the list page by page
      </Link>
    </Notice>
  )
}
