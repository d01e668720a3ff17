import { type Block, blockText } from '../../../contract/identifiers.ts'
import type { Api } from '../../api.ts'
import type { RequestPage } from './listReader.ts'

/** The transaction or block of a list of activity. */
export type Subject = { kind: 'transaction'; txId: string } | { kind: 'block'; block: Block }

/** "block-849250" */
export function subjectSlug(subject: Subject): string {
  return subject.kind === 'transaction'
    ? `transaction-${subject.txId}`
    : `block-${blockText(subject.block)}`
}

/** Requests pages of the subject's list. */
export function createRequestPage(subject: Subject, { replies }: Api): RequestPage {
  return (paging, signal) =>
    subject.kind === 'transaction'
      ? replies.transactionActivity(subject.txId, { ...paging, signal })
      : replies.blockActivity(blockText(subject.block), { ...paging, signal })
}
