import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ActivityPage } from '../../contract/activity.ts'
import type { Paging } from '../../contract/paging.ts'
import { offsetOf, readOutputAnchor, readRecordAnchor, recordAnchor } from '../links.ts'
import { announce } from '../ui/announcer.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Numeral } from '../ui/numbers.tsx'

type Props = {
  /** What stands in the address from `#` on. */
  hash: string
  subject: 'transaction' | 'block'
  page: ActivityPage
  /** The page that the address asks for. */
  paging: Paging
  linkTo: (paging: Paging) => string
}

/** Marks what the address names behind `#`: a record, or those of an output of the transaction. */
export function NamedRecords({ hash, subject, page, paging, linkTo }: Props) {
  const position = readRecordAnchor(hash)
  const output = subject === 'transaction' ? readOutputAnchor(hash) : undefined
  if (output !== undefined) return <NamedOutput output={output} page={page} />
  if (position === undefined) return null
  return <NamedRecord position={position} page={page} paging={paging} linkTo={linkTo} />
}

type NamedRecordProps = Pick<Props, 'page' | 'paging' | 'linkTo'> & { position: number }

/** Leads to the page that has the record, and says where none has it. */
function NamedRecord({ position, page, paging, linkTo }: NamedRecordProps) {
  const navigate = useNavigate()
  const isMissing = position > page.total
  const isHere = position > page.offset && position <= page.offset + page.results.length
  const offset = isHere || isMissing ? paging.offset : offsetOf(position, page.limit)
  useMarks(isHere ? [position] : [])
  // The address is outside React.
  useEffect(() => {
    if (offset === paging.offset) return
    const to = linkTo({ offset, limit: paging.limit })
    navigate(`${to}#${recordAnchor(position)}`, { replace: true })
  }, [position, offset, paging, navigate, linkTo])
  if (!isMissing) return null
  return (
    <Notice tone="warning" title="This link points to a record that is not there">
      <p>
        It names record <Numeral value={position} />, and there are <Numeral value={page.total} />.
      </p>
    </Notice>
  )
}

type NamedOutputProps = { output: number; page: ActivityPage }

/** Says which records belong to the output, and shows where none does. */
function NamedOutput({ output, page }: NamedOutputProps) {
  const positions = page.results.flatMap((row, index) =>
    row.kind === 'record' && row.record.location.vout === output ? [page.offset + index + 1] : [],
  )
  const [first] = positions
  const none = `No record of output ${output} on this page`
  const text =
    first === undefined
      ? none
      : `${positions.length === 1 ? '1 record' : `${positions.length} records`} of output ${output} on this page, the first is record ${first}`
  useMarks(positions)
  // The status region is shared by the whole document.
  useEffect(() => announce(text), [text])
  if (first !== undefined) return null
  return (
    <Notice tone="information" title={none}>
      {page.results.length === page.total ? (
        <p>All records of the transaction are below: the service holds none of this output.</p>
      ) : (
        <p>
          Another page may have one: there are <Numeral value={page.total} /> records.
        </p>
      )}
    </Notice>
  )
}

/**
 * Marks the rows of records and brings the first into view. Done to the elements themselves: to draw a
 * thousand rows anew would be slow, and most addresses name none.
 */
function useMarks(positions: number[]): void {
  const ids = positions.map(recordAnchor).join(' ')
  // The window's place and the focus are outside React.
  useEffect(() => {
    const rows = ids.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    for (const row of rows) row.setAttribute('aria-current', 'true')
    rows[0]?.scrollIntoView({ block: 'nearest' })
    // Who comes by a link goes on from there; who is at work on the page is left alone.
    const timer = setTimeout(() => {
      if (document.activeElement?.matches('body, h1')) rows[0]?.querySelector('a')?.focus()
    })
    return () => {
      clearTimeout(timer)
      for (const row of rows) row.removeAttribute('aria-current')
    }
  }, [ids])
}
