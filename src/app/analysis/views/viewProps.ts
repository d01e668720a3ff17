import type { Paging } from '../../../contract/paging.ts'
import type { Subject } from '../engine/subject.ts'
import type { RunningAnalysis } from './useAnalysis.ts'
import type { ViewState } from './viewState.ts'

/** The props of every view. */
export type ViewProps = {
  analysis: RunningAnalysis
  subject: Subject
  /** The state in the URL. */
  state: ViewState
  paging: Paging
  /** The URL of the changed state, at the first row unless `paging` is given. */
  linkTo: (change: Partial<ViewState>, paging?: Paging) => string
  /** The path of the list's pages. */
  path: string
}
