// biome-ignore-all lint/a11y/noRedundantRoles: phones show rows as cards, and CSS `display` removes the implicit roles.
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ActivityPage, ActivityRow } from '../../contract/activity.ts'
import type { Subject } from '../analysis/engine/subject.ts'
import { recordAnchor } from '../links.ts'
import { ROW, VISIBLE_WIDTH } from '../ui/CardTableFrame.tsx'
import { useFormatCount } from '../ui/numbers.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import { ACTIVITY_CELL, ActivityCell } from './ActivityCell.tsx'
import { RECORD_COLUMNS, RecordCells } from './RecordCells.tsx'

/** Lazy, because few readers open the details. */
const RecordDetails = lazy(async () => ({
  default: (await import('./RecordDetails.tsx')).RecordDetails,
}))

type Props = {
  row: ActivityRow
  position: number
  page: ActivityPage
  isMarked: boolean
  /** Undefined if the table is a page of the list itself. */
  listPath: string | undefined
  subject: Subject
  /** On the page of an address, whether the record is change: units that the address sent to itself. */
  isChange: boolean | undefined
}

/** A record and, once opened, its details. */
export function ActivityTableRow(props: Props) {
  const { row, position, page, isMarked, listPath, subject, isChange } = props
  const [isOpen, setOpen] = useState(false)
  const detailsId = `details-${position}`
  const columns = RECORD_COLUMNS[subject.kind].length
  return (
    <>
      <tr
        role="row"
        id={recordAnchor(position)}
        aria-current={isMarked || undefined}
        className={`scroll-mt-[35vh] target:bg-accent-soft aria-current:bg-accent-soft ${ROW}`}
      >
        <ActivityCell name="Record" className="text-end whitespace-nowrap">
          <DetailsButton
            position={position}
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={() => setOpen(!isOpen)}
            className="me-1 inline-flex min-h-7 min-w-7 items-center justify-center gap-1 rounded-sm text-sm text-muted after:content-['▾'/''] hover:bg-sunken hover:text-accent aria-expanded:after:rotate-180 cards:order-last cards:before:content-['Details'] print:hidden"
          />
          <RecordNumber position={position} listPath={listPath} />
        </ActivityCell>
        {row.kind === 'record' ? (
          <RecordCells record={row.record} subject={subject} isChange={isChange} />
        ) : (
          <td
            role="cell"
            colSpan={columns - 1}
            className={`${ACTIVITY_CELL} text-burn cards:block`}
          >
            <UntrustedText text={row.reason} />
          </td>
        )}
      </tr>
      {isOpen && (
        <tr role="row" id={detailsId} className="bg-sunken/40 cards:block">
          <td role="cell" colSpan={columns} className={`${ACTIVITY_CELL} cards:block`}>
            <div className={VISIBLE_WIDTH}>
              <Suspense fallback={<Skeleton lines={4} label="Loading the details" />}>
                <RecordDetails row={row} position={position} page={page} subject={subject.kind} />
              </Suspense>
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

type DetailsButtonProps = Pick<Props, 'position'> & ComponentProps<'button'>

function DetailsButton({ position, ...button }: DetailsButtonProps) {
  const formatCount = useFormatCount()
  return (
    <button type="button" aria-label={`Details of record ${formatCount(position)}`} {...button} />
  )
}

function RecordNumber({ position, listPath }: Pick<Props, 'position' | 'listPath'>) {
  const className =
    'link inline-block min-w-6 leading-6 text-sm text-muted tabular-nums whitespace-nowrap'
  const text = useFormatCount()(position)
  const anchor = `#${recordAnchor(position)}`
  return listPath === undefined ? (
    // A plain link, because router navigation does not set `:target`.
    <a href={anchor} className={className}>
      {text}
    </a>
  ) : (
    <Link to={listPath + anchor} className={className}>
      {text}
    </Link>
  )
}
