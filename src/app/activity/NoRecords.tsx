import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ActivityPage } from '../../contract/activity.ts'
import type { Paging } from '../../contract/paging.ts'
import type { Subject } from '../analysis/engine/subject.ts'
import { useApi } from '../appContext.ts'
import { blockLink, FIRST_RUNE_BLOCK, transactionLink } from '../links.ts'
import { lastOffset } from '../lists/Pager.tsx'
import { aboutQuery } from '../queries.ts'
import { Notice } from '../ui/Notice.tsx'
import { Numeral } from '../ui/numbers.tsx'

type Props = {
  subject: Subject
  page: ActivityPage
  linkTo: (paging: Paging) => string
  /** The path of the whole list, if the page has only some of its records. */
  unfiltered?: string | undefined
}

/** Explains a page without records: the list is empty, or the URL points past its end. */
export function NoRecords({ subject, page, linkTo, unfiltered }: Props) {
  if (page.total > 0) return <PastTheEnd page={page} linkTo={linkTo} />
  return unfiltered === undefined ? <Empty subject={subject} /> : <NoMatch path={unfiltered} />
}

function NoMatch({ path }: { path: string }) {
  return (
    <Notice tone="information" title="No matching records">
      <Link to={path} className="button">
        Show all records
      </Link>
    </Notice>
  )
}

function PastTheEnd({ page, linkTo }: Pick<Props, 'page' | 'linkTo'>) {
  const { total, limit, offset } = page
  return (
    <Notice tone="warning" title="This page is past the end of the list">
      <p>
        It would start at record <Numeral value={offset + 1} />, but the list has only{' '}
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

function Empty({ subject }: { subject: Subject }) {
  const { data: about } = useQuery(aboutQuery(useApi()))
  // With an upstream, the newest block is not known: `about` describes the database.
  const newest = about?.upstream?.includes('runes') ? undefined : about?.highest_block_height
  const why = whyEmpty(subject, newest)
  return (
    <Notice tone="information" title="No rune activity">
      <p>{why ?? `The service has no records for this ${subject.kind}. Possible reasons:`}</p>
      {why === undefined && (
        <ul className="list-disc ps-5">
          <li>{subject.kind === 'address' ? 'It never held a rune.' : 'No runes moved in it.'}</li>
          <li>The service has not indexed it, or indexes only part of the chain.</li>
          {/* The page of an address says whether its checksum is right. */}
          {subject.kind !== 'address' && (
            <li>The id is mistyped. Its format is valid, but we can't tell whether it exists.</li>
          )}
        </ul>
      )}
      <p>
        <Link to="/" className="link">
          See what this service has
        </Link>
      </p>
    </Notice>
  )
}

/** Why there can be no activity, if that is known. */
function whyEmpty(subject: Subject, newest: number | undefined): ReactNode {
  if (subject.kind === 'rune') {
    return 'The service has no records of this rune. It may index only part of the chain.'
  }
  if (subject.kind !== 'block') return
  const { block } = subject
  if (block.kind === 'hash') {
    return (
      <>
        The service has no records for a block with this hash.{' '}
        <Link to={transactionLink(block.hash)} className="link">
          Open it as a transaction id
        </Link>
      </>
    )
  }
  if (block.height < FIRST_RUNE_BLOCK) {
    return 'Runes start at block 840,000. Earlier blocks have no rune activity.'
  }
  if (newest === undefined || block.height <= newest) return
  return (
    <>
      Not indexed yet: the newest block here is{' '}
      <Link to={blockLink(newest)} className="link">
        <Numeral value={newest} />
      </Link>
      .
    </>
  )
}
