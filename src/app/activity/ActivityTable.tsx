import { memo, type SyntheticEvent } from 'react'
import type { ActivityPage } from '../../contract/activity.ts'
import type { Subject } from '../analysis/engine/subject.ts'
import { rangeInWords } from '../lists/RangeText.tsx'
import { CardTableFrame, ColumnHeading, type Sort } from '../ui/CardTableFrame.tsx'
import { useLanguage } from '../ui/language.ts'
import { ActivityTableRow } from './ActivityTableRow.tsx'
import { orderOf, recordsOf } from './activitySummary.ts'
import { RECORD_COLUMNS } from './RecordCells.tsx'

/** Records from several pages of a list, such as those that match a filter. */
type Excerpt = {
  /**
   * Each row's position in the list, and a page that contains only this row: rows that are adjacent
   * here may not be adjacent in the list.
   */
  sources: { position: number; page: ActivityPage }[]
  /** The path of the list. */
  listPath: string
  /** The link that sorts by a column. Undefined if the column cannot sort. */
  sortOf: (column: string) => Sort | undefined
}

type Props = {
  page: ActivityPage
  subject: Subject
  /** Positions of the records that the URL's hash names. */
  marked?: number[] | undefined
  /** On the page of an address, the positions of records of change. Undefined if they are unknown. */
  change?: ReadonlySet<number> | undefined
  excerpt?: Excerpt
}

/** A table of the records of one page. On phones, each record is a card. */
export const ActivityTable = memo(function ActivityTable({
  page,
  subject,
  marked = [],
  change,
  excerpt,
}: Props) {
  const language = useLanguage()
  const positionOf = (index: number) => excerpt?.sources[index]?.position ?? page.offset + index + 1
  const hasChange = page.results.some((_, index) => change?.has(positionOf(index)))
  return (
    <>
      <p className="pb-2 text-sm text-muted empty:hidden">
        {explainRecords(
          page,
          subject,
          change === undefined ? 'unknown' : hasChange ? 'some' : 'none',
        )}
      </p>
      <CardTableFrame
        label="Records"
        caption={`Rune activity of the ${subject.kind}${excerpt ? '' : `, ${orderOf(subject.kind)}`}, ${rangeInWords('records', page, language)}`}
        isSortable={excerpt !== undefined}
        headings={<Headings subject={subject} excerpt={excerpt} />}
        className="print:text-[8pt]"
        onMouseOver={markSame}
        onMouseLeave={unmarkSame}
        onFocus={markSame}
        onBlur={unmarkSame}
      >
        {page.results.map((row, index) => {
          const position = positionOf(index)
          return (
            <ActivityTableRow
              key={position}
              row={row}
              position={position}
              page={excerpt?.sources[index]?.page ?? page}
              isMarked={marked.includes(position)}
              listPath={excerpt?.listPath}
              subject={subject}
              isChange={change?.has(position)}
            />
          )
        })}
      </CardTableFrame>
    </>
  )
})

/** How to read the records of a page: what they leave out, and what change is. */
function explainRecords(
  page: ActivityPage,
  { kind }: Subject,
  change: 'unknown' | 'some' | 'none',
): string {
  const operations = new Set(recordsOf(page).map(({ operation }) => operation))
  const has = (operation: string) => operations.has(operation)
  const sentences =
    kind === 'address'
      ? [
          has('receive') &&
            'A receive does not say where the units come from; its transaction does.',
          change === 'unknown' &&
            'The amounts may include change, which the address sent back to itself.',
          change === 'some' &&
            '“Change” is what the address sent back to itself; it has two records: a send and a receive.',
        ]
      : [
          has('send') &&
            'A transfer has two records: a send and a receive. Change is what an address sends back to itself.',
          has('mint') && 'A mint has no address.',
          has('etching') && 'The service does not record who etched a rune.',
          (has('mint') || has('etching')) &&
            'A receive in the same transaction, if there is one, shows who got the units.',
        ]
  return sentences.filter(Boolean).join(' ')
}

type HeadingsProps = { subject: Subject; excerpt: Excerpt | undefined }

function Headings({ subject, excerpt }: HeadingsProps) {
  return RECORD_COLUMNS[subject.kind].map((column) => (
    <ColumnHeading
      key={column}
      heading={column}
      isNumber={NUMBERS.has(column)}
      sort={excerpt?.sortOf(column)}
      className="px-2 first:ps-3 last:pe-3 cards:first:ps-0 print:px-1"
    />
  ))
}

const NUMBERS = new Set(['Record', 'Amount', 'Output', 'Block'])

/**
 * Highlights the cells that share the address, transaction or output under the pointer or focus.
 * Done in the DOM, because rendering all rows on every pointer move would be slow.
 */
function markSame({ currentTarget, target }: SyntheticEvent<HTMLElement>): void {
  unmarkSame({ currentTarget })
  const identity = target instanceof Element ? target.closest('td')?.dataset.identity : undefined
  if (identity === undefined) return
  const same = [...currentTarget.querySelectorAll('td')].filter(
    ({ dataset }) => dataset.identity === identity,
  )
  if (same.length > 1) for (const { dataset } of same) dataset.same = ''
}

function unmarkSame({ currentTarget }: Pick<SyntheticEvent<HTMLElement>, 'currentTarget'>): void {
  for (const cell of currentTarget.querySelectorAll<HTMLElement>('[data-same]')) {
    delete cell.dataset.same
  }
}
