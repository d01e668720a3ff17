import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Subject } from '../analysis/engine/subject.ts'
import { useApi } from '../appContext.ts'
import { blockLink, FIRST_RUNE_BLOCK, HOLDINGS_LINK, transactionLink } from '../links.ts'
import { aboutQuery, newestRuneBlock } from '../queries/directory.ts'
import { Notice } from '../ui/Notice.tsx'
import { Numeral } from '../ui/numbers.tsx'

type Props = {
  subject: Subject
  /** The path of the whole list, if a filter applies. */
  unfiltered: string | undefined
  /** Whether the service has only part of the chain. */
  isPartial: boolean
}

/** Explains a list without records. */
export function NoRecords({ unfiltered, ...list }: Props) {
  return unfiltered === undefined ? <Empty {...list} /> : <NoMatch path={unfiltered} />
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

function Empty({ subject, isPartial }: Omit<Props, 'unfiltered'>) {
  const { data: about } = useQuery(aboutQuery(useApi()))
  const isSnapshot = about?.source === 'snapshot'
  const why = whyEmpty(subject, { newest: newestRuneBlock(about), isSnapshot, isPartial })
  return (
    <Notice tone="information" title="No records found">
      <p>{why ?? `The service has no records for this ${subject.kind}. Possible reasons:`}</p>
      {why === undefined && (
        <ul className="list-disc ps-5">
          <li>{subject.kind === 'address' ? 'It never held a rune.' : 'No runes moved in it.'}</li>
          <li>The service has not indexed it, or indexes only part of the chain.</li>
          {subject.kind === 'transaction' && (
            <li>
              The id may be mistyped. Its format is valid, but Cairn cannot tell whether such a
              transaction exists.
            </li>
          )}
        </ul>
      )}
      <p>
        <Link to={HOLDINGS_LINK} className="link">
          See what this service has
        </Link>
      </p>
    </Notice>
  )
}

type Coverage = { newest: number | undefined; isSnapshot: boolean; isPartial: boolean }

/** Why there can be no activity, if that is known. */
function whyEmpty(subject: Subject, { newest, isSnapshot, isPartial }: Coverage): ReactNode {
  if (subject.kind === 'rune') {
    return isPartial
      ? 'This service has only part of the chain, and no records of this rune.'
      : 'The service has no records of this rune.'
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
  if (newest === undefined || block.height <= newest) {
    return isSnapshot ? 'The snapshot has no records of this block.' : undefined
  }
  return (
    <>
      {isSnapshot
        ? 'Not in the snapshot: its newest block is'
        : 'Not indexed yet: the newest block here is'}{' '}
      <Link to={blockLink(newest)} className="link">
        <Numeral value={newest} />
      </Link>
      .
    </>
  )
}
