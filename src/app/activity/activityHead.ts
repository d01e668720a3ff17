import type { ActivityPage } from '../../contract/activity.ts'
import type { Reply } from '../../contract/client.ts'
import type { Subject } from '../analysis/engine/subject.ts'
import { rangeInWords } from '../lists/RangeText.tsx'
import type { Loaded } from '../pageLoader.ts'
import { pageStatus } from '../pageStatus.ts'
import { countRecords, orderOf, recordsOf, summarise } from './activitySummary.ts'

/**
 * The description and HTTP status of a page of activity: 404 for an empty list or a page past the end,
 * 400 if parameters were refused.
 */
export function activityHead(
  subject: Subject['kind'],
  { data, error }: Loaded<Reply<ActivityPage>>,
  refused: string[],
) {
  if (data === undefined) return pageStatus(error)
  const { total, results } = data.value
  if (results.length === 0) return { status: 404 }
  const range =
    results.length === total ? countRecords(data.value) : rangeInWords('Records', data.value, 'en')
  const summary = recordsOf(data.value).length === 0 ? '' : `: ${summarise(data.value)}`
  return {
    description: `${range}${total > 1 ? `, ${orderOf(subject)}` : ''}${summary}.`,
    status: refused.length > 0 ? 400 : 200,
  }
}
