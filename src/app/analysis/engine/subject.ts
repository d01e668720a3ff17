import { type Block, blockText } from '../../../contract/identifiers.ts'
import type { Api } from '../../api.ts'
import type { RequestPage } from './listReader.ts'

/** What a list of activity is about. */
export type Subject =
  | { kind: 'transaction'; txId: string }
  | { kind: 'block'; block: Block }
  | { kind: 'rune'; id: string }
  | { kind: 'address'; address: string }

/** "block-849250" */
export function subjectSlug(subject: Subject): string {
  switch (subject.kind) {
    case 'transaction':
      return `transaction-${subject.txId}`
    case 'block':
      return `block-${blockText(subject.block)}`
    case 'rune':
      // Windows does not allow a colon in the name of a file.
      return `rune-${subject.id.replace(':', '-')}`
    case 'address':
      return `address-${subject.address}`
  }
}

/** Requests pages of the subject's list. */
export function createRequestPage(subject: Subject, { replies }: Api): RequestPage {
  return (paging, signal) => {
    const options = { ...paging, signal }
    switch (subject.kind) {
      case 'transaction':
        return replies.transactionActivity(subject.txId, options)
      case 'block':
        return replies.blockActivity(blockText(subject.block), options)
      case 'rune':
        return replies.etchingActivity(subject.id, options)
      case 'address':
        return replies.addressActivity(subject.address, options)
    }
  }
}
