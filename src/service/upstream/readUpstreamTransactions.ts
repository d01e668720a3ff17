import { type ActivityRow, createClient, RequestError } from '../../contract/client.ts'
import type { BlockTransactions } from '../../contract/directory.ts'

/** Every service sends pages of this size, so that the page is one request. */
const PAGE_SIZE = 60

/**
 * The transactions of a block, from its records; undefined if these do not fit on one page or cannot be
 * read.
 * @param request requests a path of this service, which reads the records from another one.
 */
export async function readUpstreamTransactions(
  height: number,
  request: (path: string) => Response | Promise<Response>,
): Promise<BlockTransactions | undefined> {
  try {
    const page = await createClient({ baseUrl: '', fetch: request }).blockActivity(height, {
      limit: PAGE_SIZE,
    })
    return page.results.length === page.total ? transactionsOf(page.results) : undefined
  } catch (error) {
    if (error instanceof RequestError) return
    throw error
  }
}

function transactionsOf(rows: ActivityRow[]): BlockTransactions | undefined {
  const transactions = new Map<string, BlockTransactions['results'][number]>()
  for (const [offset, row] of rows.entries()) {
    if (row.kind === 'unreadable') return
    const { tx_id, tx_index } = row.record.location
    if (tx_id === undefined) return
    const { total = 0, ...first } = transactions.get(tx_id) ?? { tx_id, tx_index, offset }
    transactions.set(tx_id, { ...first, total: total + 1 })
  }
  return { results: [...transactions.values()] }
}
