import { type Block, blockText } from '../../contract/identifiers.ts'
import type { Paging } from '../../contract/paging.ts'
import { blockActivityPath, transactionActivityPath } from '../../contract/paths.ts'
import { createApi } from '../api.ts'
import type { AskForPage } from '../readAllowed.ts'

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
 * What asks for pages of the list.
 * @param service as `baseUrl` of `createApi`, but whole: a worker knows no page.
 */
export function createAsk(subject: Subject, service: string): AskForPage {
  const api = createApi(service, (url, init) =>
    // What is kept here as a whole is kept nowhere else by its pages.
    fetch(url, { ...init, cache: 'no-store' }),
  )
  return (paging, signal) =>
    subject.kind === 'transaction'
      ? api.transactionActivity(subject.txId, paging, signal)
      : api.blockActivity(subject.block, paging, signal)
}
