import type { ReactNode } from 'react'
import type { ActivityPage } from '../../contract/activity.ts'
import type { Paging } from '../../contract/paging.ts'
import { Notice } from '../ui/Notice.tsx'
import { Numeral } from '../ui/numbers.tsx'
import { lastOffset } from './Pager.tsx'

type Props = {
  subject: 'transaction' | 'block'
  page: ActivityPage
  linkTo: (paging: Paging) => string
  /** Why there can be no activity, where that is known. */
  why: ReactNode
}

/** Says why a page shows no records: there are none, or the address points past their end. */
export function NoRecords({ subject, page, linkTo, why }: Props) {
  return page.total === 0 ? (
    <Empty subject={subject} why={why} />
  ) : (
    <PastTheEnd page={page} linkTo={linkTo} />
  )
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
        <a href={linkTo({ offset: lastOffset(total, limit), limit })} className="button">
          Go to the last page
        </a>
        <a href={linkTo({ offset: 0, limit })} className="button">
          Go to the first page
        </a>
      </p>
    </Notice>
  )
}

function Empty({ subject, why }: Pick<Props, 'subject' | 'why'>) {
  return (
    <Notice tone="information" title="No rune activity here">
      <p>{why ?? `The service holds no record for this ${subject}. One of these is so:`}</p>
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
        <a href="/" className="link">
          See what this instance holds
        </a>
      </p>
    </Notice>
  )
}
