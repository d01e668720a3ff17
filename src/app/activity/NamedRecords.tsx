import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ActivityPage } from '../../contract/activity.ts'
import type { Paging } from '../../contract/paging.ts'
import { offsetOf, readOutputAnchor, readRecordAnchor, recordAnchor } from '../links.ts'
import { announce } from '../ui/announcer.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Numeral } from '../ui/numbers.tsx'

/** What the address names behind `#`, and the positions of those records on the page. */
export type Named = { kind: 'record' | 'output'; number: number; positions: number[] }

type Props = {
  named: Named
  page: ActivityPage
  /** The page that the address requests. */
  paging: Paging
  linkTo: (paging: Paging) => string
}

/** Brings the records that the address names into view, or says where they are. */
export function NamedRecords({ named, page, paging, linkTo }: Props) {
  const { kind, number, positions } = named
  useArrival(positions[0])
  return kind === 'output' ? (
    <NamedOutput output={number} positions={positions} page={page} />
  ) : (
    <NamedRecord position={number} page={page} paging={paging} linkTo={linkTo} />
  )
}

/** Undefined where `hash` names no record. Only transactions have outputs. */
export function namedRecords(
  hash: string,
  subject: 'transaction' | 'block',
  { offset, results }: ActivityPage,
): Named | undefined {
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

type NamedRecordProps = Omit<Props, 'named'> & { position: number }

/** Leads to the page that has the record, and says where none has it. */
function NamedRecord({ position, page, paging, linkTo }: NamedRecordProps) {
  const navigate = useNavigate()
  const isMissing = position > page.total
  const isHere = position > page.offset && position <= page.offset + page.results.length
  const offset = isHere || isMissing ? paging.offset : offsetOf(position, page.limit)
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

type NamedOutputProps = { output: number; positions: number[]; page: ActivityPage }

/** Says how many records belong to the output. */
function NamedOutput({ output, positions, page }: NamedOutputProps) {
  const [first] = positions
  const none = `No record of output ${output} on this page`
  const text =
    first === undefined
      ? none
      : `${positions.length === 1 ? '1 record' : `${positions.length} records`} of output ${output} on this page, the first is record ${first}`
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

/** Brings a record into view. Its link takes the focus, unless the reader is at work on the page. */
function useArrival(position: number | undefined): void {
  // The window's place and the focus are outside React.
  useEffect(() => {
    const row = position === undefined ? null : document.getElementById(recordAnchor(position))
    row?.scrollIntoView({ block: 'nearest' })
    // After the page has given the focus to its heading.
    const timer = setTimeout(() => {
      if (document.activeElement?.matches('body, h1')) row?.querySelector('a')?.focus()
    })
    return () => clearTimeout(timer)
  }, [position])
}
