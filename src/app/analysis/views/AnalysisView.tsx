import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { IgnoredParameters } from '../../lists/IgnoredParameters.tsx'
import { readPaging } from '../../pageSizes.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { type View, viewsOf } from '../ViewLinks.tsx'
import { BlockCharts } from './BlockCharts.tsx'
import { CheckView } from './CheckView.tsx'
import { DownloadView } from './DownloadView.tsx'
import { FlowCharts } from './FlowCharts.tsx'
import { NetView } from './NetView.tsx'
import { ReadingProgress } from './ReadingProgress.tsx'
import { RecordsView } from './RecordsView.tsx'
import { useAnalysis } from './useAnalysis.ts'
import type { ViewProps } from './viewProps.ts'
import { linkToView, readViewState } from './viewState.ts'

type Props = Pick<ViewProps, 'subject' | 'path'>

/** Reads all records of a list and shows the view that the URL selects. */
export function AnalysisView({ subject, path }: Props) {
  const [search] = useSearchParams()
  // Not limited to the size of server-rendered pages, because views are rendered only in the browser.
  const { requested: paging } = readPaging(search)
  const { state, refused } = readViewState(search)
  const analysis = useAnalysis(subject)
  if (analysis === undefined) return <Skeleton lines={12} label="Starting the analysis" />
  if ('error' in analysis) return <NotStarted error={analysis.error} path={path} />
  const linkTo: ViewProps['linkTo'] = (change, at = { ...paging, offset: 0 }) =>
    linkToView(path, { ...state, ...change }, at)
  // A view without a meaning for this list is in the URL only by mistake.
  const View = VIEWS[viewsOf(subject).includes(state.view) ? state.view : 'records']
  return (
    <div className="space-y-4">
      <ReadingProgress analysis={analysis} path={path} />
      {refused.length > 0 && <IgnoredParameters refused={refused} />}
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

/** Flows show units within a single transaction. The records of a block are counted instead. */
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
        Back to the list of records
      </Link>
    </Notice>
  )
}
