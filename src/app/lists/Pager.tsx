import { Download } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { MAX_EXPORT_ROWS, type Paging } from '../../contract/schemas/page.ts'
import { useAppContext } from '../appContext.ts'
import { GetForm } from '../ui/GetForm.tsx'
import { Count, Numeral, useFormatCount } from '../ui/numbers.tsx'
import { Popover } from '../ui/Popover.tsx'
import { Steps } from '../ui/Steps.tsx'
import { WHOLE_NUMBER } from '../ui/typedNumbers.ts'
import { changeSearch, lastOffset, PAGE_SIZES, readPaging } from './paging.ts'

export type ListPage<Entry = unknown> = Paging & {
  total: number
  /** Whether there are more entries, which are neither counted nor listed. */
  has_more?: boolean
  results: Entry[]
}

type StepsProps = {
  page: ListPage
  /** That there are new entries. */
  news: ReactNode
  /** If the entries are groups of movements: how many those are, if that is known. */
  grouped: { movements: number | undefined } | undefined
  children?: ReactNode
}

export function PageSteps({ page, news, grouped, children }: StepsProps) {
  const [search] = useSearchParams()
  // While a page loads, `page` is still the previous one.
  const { offset } = readPaging(search).paging
  const { limit, total } = page
  const pageAt = (offset: number) => ({
    to: changeSearch(search, { offset: Math.max(0, offset), row: undefined }),
    preventScrollReset: true,
  })
  // Before a page past the end is the last one.
  const before = Math.min(offset - limit, lastOffset(total, limit))
  const previous = offset > 0 ? pageAt(before) : {}
  const next = offset + limit < total ? pageAt(offset + limit) : {}
  return (
    <div className="ms-auto flex shrink-0 items-center gap-2 phone:w-full tight:flex-wrap">
      {page.results.length > 0 && (
        <span className="grow text-sm whitespace-nowrap text-muted tabular-nums phone:whitespace-normal">
          {grouped === undefined ? (
            <RangeText page={page} />
          ) : (
            <GroupsText page={page} {...grouped} />
          )}{' '}
          {news}
        </span>
      )}
      {total > limit && (
        <Steps
          label="Pages, above"
          steps={[
            { ...previous, direction: 'previous', name: 'Previous page', shortcut: '[' },
            { ...next, direction: 'next', name: 'Next page', shortcut: ']' },
          ]}
        />
      )}
      {children}
    </div>
  )
}

function RangeText({ page }: { page: ListPage }) {
  const { total, has_more, results } = page
  if (results.length === total) return <Count name="list.total" value={total} one="row" />
  return (
    <>
      <Range page={page} /> of {has_more && 'more than '}
      <Numeral name="list.total" value={total} />
    </>
  )
}

/** "35 groups of 42 movements · 1–25" */
function GroupsText({ page, movements }: { page: ListPage; movements: number | undefined }) {
  const { total, results } = page
  return (
    <>
      <Count name="list.groups" value={total} one="group" />
      {movements !== undefined && (
        <>
          {' '}
          of <Count name="list.movements" value={movements} one="movement" />
        </>
      )}
      {results.length < total && (
        <>
          {' '}
          · <Range page={page} />
        </>
      )}
    </>
  )
}

function Range({ page: { offset, results } }: { page: ListPage }) {
  return (
    <span className="whitespace-nowrap">
      <Numeral name="list.first" value={offset + 1} />–
      <Numeral name="list.last" value={offset + results.length} />
    </span>
  )
}

export function Pager({ page }: { page: ListPage }) {
  const [search] = useSearchParams()
  const { paging } = readPaging(search)
  const { limit, total } = page
  const last = lastOffset(total, limit)
  if (total <= PAGE_SIZES[0]) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3 text-sm print:hidden">
      {last > 0 && (
        <>
          <nav aria-label="Pages, below" className="flex flex-wrap gap-1.5">
            <PageNumbers current={paging.offset / limit} last={last / limit} limit={limit} />
          </nav>
          <GoTo limit={limit} pages={last / limit + 1} />
        </>
      )}
      <nav aria-label="Rows per page" className="ms-auto flex items-center gap-1 text-muted">
        <span>Rows</span>
        {PAGE_SIZES.map((size) => (
          <Link
            key={size}
            // The first row stays in view.
            to={changeSearch(search, { limit: size, row: undefined })}
            preventScrollReset
            aria-current={size === paging.limit ? 'true' : undefined}
            className="inline-grid min-h-6 min-w-8 place-items-center rounded-sm px-1.5 hover:text-ink aria-current:bg-sunken aria-current:font-medium aria-current:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          >
            {size}
          </Link>
        ))}
      </nav>
    </div>
  )
}

type PageNumbersProps = {
  /** Not an integer if the offset is not a multiple of the limit. */
  current: number
  last: number
  limit: number
}

/** Links to the first, the last and the nearest pages. Pages are counted from 0. */
function PageNumbers({ current, last, limit }: PageNumbersProps) {
  const [search] = useSearchParams()
  const formatCount = useFormatCount()
  const middle = Math.floor(current)
  const near = [0, middle - 1, middle, middle + 1, last]
  const pages = [...new Set(near)].filter((page) => page >= 0 && page <= last)
  return pages
    .sort((a, b) => a - b)
    .map((page, index) => (
      <Fragment key={page}>
        {page - (pages[index - 1] ?? page) > 1 && (
          <span aria-hidden="true" className="self-center text-muted">
            …
          </span>
        )}
        <Link
          to={changeSearch(search, { offset: page * limit, row: undefined })}
          preventScrollReset
          aria-current={page === current ? 'page' : undefined}
          aria-label={`Page ${formatCount(page + 1)}`}
          className="button min-w-8 px-2 aria-[current=page]:border-ink"
        >
          <Numeral name="list.page" value={page + 1} />
        </Link>
      </Fragment>
    ))
}

function GoTo({ limit, pages }: { limit: number; pages: number }) {
  return (
    <GetForm action="" sets={['limit', 'page']}>
      <label className="flex items-center gap-2 text-muted">
        Page
        <input
          name="page"
          inputMode="numeric"
          pattern={WHOLE_NUMBER}
          title="A page number"
          autoComplete="off"
          className="field w-16 text-ink"
        />
        <span className="whitespace-nowrap">
          of <Numeral name="list.pages" value={pages} />
        </span>
      </label>
      <input type="hidden" name="limit" value={limit} />
      <button type="submit" className="button ms-2">
        Go
      </button>
    </GetForm>
  )
}

type ExportProps = {
  /** That of the endpoint, with its filters. */
  path: string
  total?: number | undefined
}

/** Links to the whole list as a file, in each format. */
export function Export({ path, total }: ExportProps) {
  const { baseUrl } = useAppContext()
  const [pathname = '', query = ''] = path.split('?')
  const search = new URLSearchParams(query)
  const link = (format: string, excel?: string) => {
    const filters = changeSearch(search, { offset: undefined, limit: undefined, excel })
    return `${baseUrl + pathname}.${format}${filters === '?' ? '' : filters}`
  }
  return (
    <Popover
      className="button"
      width="menu"
      align="end"
      label={
        <>
          <Download size={14} aria-hidden="true" className="phone:hidden" />
          Export
        </>
      }
    >
      {total !== undefined && (
        <p className="px-2.5 pt-1 pb-1.5 text-xs text-muted">
          {total > MAX_EXPORT_ROWS ? 'The first ' : total > 1 && 'All '}
          <Count name="list.exported" value={Math.min(total, MAX_EXPORT_ROWS)} one="row" />
        </p>
      )}
      <MenuLink href={link('csv')} name="CSV" note="for programs" />
      <MenuLink href={link('csv', '1')} name="CSV for Excel" note="keeps all digits" />
      <MenuLink href={link('ndjson')} name="JSON lines" note="one row a line" />
    </Popover>
  )
}

function MenuLink({ href, name, note }: { href: string; name: string; note: string }) {
  return (
    <a
      href={href}
      download
      className="flex min-h-8 items-center justify-between gap-6 rounded-sm px-2.5 text-sm hover:bg-sunken pointer-coarse:min-h-11"
    >
      {name}
      <span className="text-xs text-muted">{note}</span>
    </a>
  )
}
