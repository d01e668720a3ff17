import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ActivityPage } from '../../contract/activity.ts'
import type { Paging } from '../../contract/paging.ts'
import type { Subject } from '../analysis/engine/subject.ts'
import { offsetOf, readOutputAnchor, readRecordAnchor, recordAnchor } from '../links.ts'
import { announce } from '../ui/announcer.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Count, Numeral, useFormatCount } from '../ui/numbers.tsx'

/** The record or output that the URL's hash names, and the positions of its records on the page. */
type LinkTarget = { kind: 'record' | 'output'; number: number; positions: number[] }

type Props = {
  target: LinkTarget
  page: ActivityPage
  /** The page that the URL requests. */
  paging: Paging
  linkTo: (paging: Paging) => string
}

/** Scrolls to the records that the URL's hash names, or opens the page that has them. */
export function LinkedRecords({ target, page, paging, linkTo }: Props) {
  const { kind, number, positions } = target
  useScrollToRecord(positions[0])
  return kind === 'output' ? (
    <LinkedOutput output={number} positions={positions} page={page} />
  ) : (
    <LinkedRecord position={number} page={page} paging={paging} linkTo={linkTo} />
  )
}

/** Undefined if `hash` names no record or output. Only transactions have links to outputs. */
export function findLinkTarget(
  hash: string,
  subject: Subject['kind'],
  { offset, results }: ActivityPage,
): LinkTarget | undefined {
  const position = readRecordAnchor(hash)
  if (position !== undefined) {
    const isHere = position > offset && position <= offset + results.length
    return { kind: 'record', number: position, positions: isHere ? [position] : [] }
  }
  const output = subject === 'transaction' ? readOutputAnchor(hash) : undefined
  if (output === undefined) return
  const positions = results.flatMap((row, index) =>
    row.kind === 'record' && row.record.location.vout === output ? [offset + index + 1] : [],
  )
  return { kind: 'output', number: output, positions }
}

type LinkedRecordProps = Omit<Props, 'target'> & { position: number }

/** Opens the page that has the record, or says that the list has no such record. */
function LinkedRecord({ position, page, paging, linkTo }: LinkedRecordProps) {
  const navigate = useNavigate()
  const isMissing = position > page.total
  const isHere = position > page.offset && position <= page.offset + page.results.length
  const offset = isHere || isMissing ? paging.offset : offsetOf(position, page.limit)
  // The URL is outside React.
  useEffect(() => {
    if (offset === paging.offset) return
    const to = linkTo({ offset, limit: paging.limit })
    navigate(`${to}#${recordAnchor(position)}`, { replace: true })
  }, [position, offset, paging, navigate, linkTo])
  if (!isMissing) return null
  return (
    <Notice tone="warning" title="Record not found">
      <p>
        The link points to record <Numeral value={position} />, but the list has only{' '}
        <Numeral value={page.total} />.
      </p>
    </Notice>
  )
}

type LinkedOutputProps = { output: number; positions: number[]; page: ActivityPage }

/** Announces how many records belong to the output. */
function LinkedOutput({ output, positions, page }: LinkedOutputProps) {
  const [first] = positions
  const formatCount = useFormatCount()
  const notFound = `No records of output ${output} on this page`
  const text =
    first === undefined
      ? notFound
      : positions.length === 1
        ? `1 record of output ${output} on this page. It is record ${formatCount(first)}.`
        : `${formatCount(positions.length)} records of output ${output} on this page. The first is record ${formatCount(first)}.`
  // The status region is shared by the whole document.
  useEffect(() => announce(text), [text])
  if (first !== undefined) return null
  return (
    <Notice tone="information" title={notFound}>
      {page.results.length === page.total ? (
        <p>This page shows all records of the transaction. None belongs to this output.</p>
      ) : (
        <p>
          They may be on another page: the transaction has <Count value={page.total} one="record" />
          .
        </p>
      )}
    </Notice>
  )
}

/** Scrolls to a record. Focuses its link unless the reader has focused something else. */
function useScrollToRecord(position: number | undefined): void {
  // The scroll position and the focus are outside React.
  useEffect(() => {
    const row = position === undefined ? null : document.getElementById(recordAnchor(position))
    row?.scrollIntoView({ block: 'nearest' })
    // Runs after the page has focused its heading.
    const timer = setTimeout(() => {
      if (document.activeElement?.matches('body, h1')) row?.querySelector('a')?.focus()
    })
    return () => clearTimeout(timer)
  }, [position])
}
