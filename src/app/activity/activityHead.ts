import type { ActivityPage } from '../../contract/activity.ts'
import type { Reply } from '../../contract/client.ts'
import type { Loaded } from '../pageLoader.ts'
import { pageStatus } from '../pageStatus.ts'
import { formatDecimal } from '../ui/numbers.tsx'
import { countRecords, summarise } from './activitySummary.ts'

/**
 * The description and HTTP status of a page of activity: 404 for an empty list or a page past the end,
 * 400 if parameters were refused.
 */
export function activityHead({ data, error }: Loaded<Reply<ActivityPage>>, refused: string[]) {
  if (data === undefined) return pageStatus(error)
  const { offset, total, results } = data.value
  if (results.length === 0) return { status: 404 }
  const [from, to] = [offset + 1, offset + results.length].map((n) =>
    formatDecimal(String(n), 'en'),
  )
  const range =
    results.length === total
      ? countRecords(data.value)
      : `Records ${from} to ${to} of ${formatDecimal(String(total), 'en')}`
  return {
    description: `${range}${total > 1 ? ', newest first' : ''}: ${summarise(data.value)}.`,
    status: refused.length > 0 ? 400 : 200,
  }
}
