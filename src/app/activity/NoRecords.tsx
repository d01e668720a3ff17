import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ActivityPage } from '../../contract/activity.ts'
import type { Paging } from '../../contract/paging.ts'
import type { Subject } from '../analysis/engine/subject.ts'
import { FIRST_RUNE_BLOCK, transactionLink } from '../links.ts'
import { Notice } from '../ui/Notice.tsx'
import { Numeral } from '../ui/numbers.tsx'
import { lastOffset } from './Pager.tsx'

type Props = {
  subject: Subject
  page: ActivityPage
  linkTo: (paging: Paging) => string
}

/** Says why a page shows no records: there are none, or the address points past their end. */
export function NoRecords({ subject, page, linkTo }: Props) {
  return page.total === 0 ? <Empty subject={subject} /> : <PastTheEnd page={page} linkTo={linkTo} />
}

function PastTheEnd({ page, linkTo }: Pick<Props, 'page' | 'linkTo'>) {
  const { total, limit, offset } = page
  return (
    <Notice tone="warning" title="This link points past the end">
      <p>
        It begins at record <Numeral value={offset + 1} />, and there are <Numeral value={total} />.
        The list may have been longer when the link was made.
      </p>
      <p className="flex flex-wrap gap-2">
        <Link to={linkTo({ offset: lastOffset(total, limit), limit })} className="button">
          Go to the last page
        </Link>
        <Link to={linkTo({ offset: 0, limit })} className="button">
          Go to the first page
        </Link>
      </p>
    </Notice>
  )
}

function Empty({ subject }: { subject: Subject }) {
  const why = whyEmpty(subject)
  return (
    <Notice tone="information" title="No rune activity here">
      <p>{why ?? `The service holds no record for this ${subject.kind}. One of these is so:`}</p>
      {why === undefined && (
        <ul className="list-disc ps-5">
          <li>no rune moved in it,</li>
          <li>this service has not indexed it, or holds only part of the chain,</li>
          <li>
            the id is not the one you meant: it has the right form, but nobody checks more than
            that.
          </li>
        </ul>
      )}
      <p>
        <Link to="/" className="link">
          See what this instance holds
        </Link>
      </p>
    </Notice>
  )
}

/** Why there can be no activity, where that is known. */
function whyEmpty(subject: Subject): ReactNode {
  if (subject.kind === 'transaction') return
  const { block } = subject
  if (block.kind === 'hash') {
    return (
      <>
        The service holds no record for a block of this hash.{' '}
        <Link to={transactionLink(block.hash)} className="link">
          Read it as a transaction id
        </Link>
      </>
    )
  }
  return block.height < FIRST_RUNE_BLOCK
    ? 'Runes begin at block 840,000: no earlier block holds any activity.'
    : undefined
}
