import type { TransactionDetails } from '../../src/contract/schemas/chain.ts'
import { findTransaction } from './readPage.ts'
import { visit } from './renderAt.tsx'
import { demoData } from './servedData.ts'

/** A demo chain, and one of its transactions. */
export async function visitTransaction(
  isWanted: (transaction: TransactionDetails) => boolean,
  search = '',
) {
  const page = await visit('/about', { data: demoData() })
  const transaction = await findTransaction(page.client, isWanted)
  await page.navigate(`/tx/${transaction.place.tx_id}${search}`)
  return { ...page, transaction, txId: transaction.place.tx_id }
}
