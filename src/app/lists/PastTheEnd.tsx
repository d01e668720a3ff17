import { Link } from 'react-router-dom'
import type { Paging } from '../../contract/paging.ts'
import { Notice } from '../ui/Notice.tsx'
import { Numeral } from '../ui/numbers.tsx'
import type { ListPage } from './listHooks.ts'
import { lastOffset, type Unit } from './Pager.tsx'

type Props = { unit: Unit; page: ListPage; linkTo: (paging: Paging) => string }

/** Shown instead of a page that starts after the last entry of its list. */
export function PastTheEnd({ unit, page: { offset, total, limit }, linkTo }: Props) {
  return (
    <Notice tone="warning" title="This page is past the end of the list">
      <p>
        It would start at {unit} <Numeral value={offset + 1} />, but the list has only{' '}
        <Numeral value={total} />. The list may have been longer when the link was made.
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
