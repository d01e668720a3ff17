import type { Reply } from '../../contract/client.ts'
import type { Loaded } from '../pageLoader.ts'
import { pageStatus } from '../pageStatus.ts'
import type { ListPage } from './listHooks.ts'

/**
 * The HTTP status of a page of a list: 404 for a page past the end, 400 if parameters were refused. An
 * empty list is a result.
 */
export function listStatus({ data, error }: Loaded<Reply<ListPage>>, refused: string[]) {
  if (data === undefined) return pageStatus(error)
  const { total, results } = data.value
  if (total > 0 && results.length === 0) return { status: 404 }
  return { status: refused.length > 0 ? 400 : 200 }
}
