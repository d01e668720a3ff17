import { type Block, blockText } from '../../../contract/identifiers.ts'
import type { Paging } from '../../../contract/paging.ts'
import { blockActivityPath, transactionActivityPath } from '../../../contract/paths.ts'
import { createApi } from '../../api.ts'
import type { RequestPage } from './reading.ts'

/** A list of activity: of a transaction or of a block. */
export type Subject = { kind: 'transaction'; txId: string } | { kind: 'block'; block: Block }

/** "block 849250" */
export function nameOfSubject(subject: Subject): string {
  return subject.kind === 'transaction'
    ? `transaction ${subject.txId}`
    : `block ${blockText(subject.block)}`
}

/** The path of a page of the list. */
export function pathOf(subject: Subject, paging: Paging): string {
  return subject.kind === 'transaction'
    ? transactionActivityPath(subject.txId, paging)
    : blockActivityPath(subject.block, paging)
}

/**
 * Requests pages of the list.
 * @param service as `baseUrl` of `createApi`, but absolute: a worker has no page to be relative to.
 */
export function createRequestPage(subject: Subject, service: string): RequestPage {
  const { replies } = createApi(service, (url, init) =>
    // The service worker leaves these pages to the store of whole lists.
    fetch(url, { ...init, cache: 'no-store' }),
  )
  return (paging, signal) =>
    subject.kind === 'transaction'
      ? replies.transactionActivity(subject.txId, { ...paging, signal })
      : replies.blockActivity(blockText(subject.block), { ...paging, signal })
}
