import { useState } from 'react'
import { announce } from '../../ui/announcer.tsx'
import { downloadFile } from '../../ui/downloadFile.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Count, Numeral, useFormatCount } from '../../ui/numbers.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { ExportScope } from '../engine/createExport.ts'
import { MAX_MARKDOWN_ROWS, type MarkdownTable } from '../engine/createMarkdown.ts'
import { EXPORT_FILES, EXPORT_FORMATS, type ExportFormat } from '../engine/exportFormats.ts'
import { isEmpty } from '../engine/filter.ts'
import { isListOrder } from '../engine/sort.ts'
import { viewName } from '../ViewLinks.tsx'
import { useAnalysisQuery } from './useAnalysis.ts'
import type { ViewProps } from './viewProps.ts'

/** Downloads the records as files, or copies them as a Markdown table. */
export function DownloadView({ analysis, subject, state: { filter, sort } }: ViewProps) {
  const { worker, progress } = analysis
  const formatCount = useFormatCount()
  const { data: counts, isBusy } = useAnalysisQuery(analysis, ['exports', filter], (worker) =>
    worker.countExports(filter),
  )
  const [outcome, setOutcome] = useState('')
  if (counts === undefined || progress.total === undefined)
    return <Skeleton lines={12} label="Counting the records" />

  async function run(action: () => Promise<string>) {
    const text = await action().catch((error) => `Failed: ${String(error)}`)
    setOutcome(text)
    announce(text)
  }

  const propsOf = (scope: ExportScope) => ({
    rows: counts[scope],
    onDownload: (format: ExportFormat) =>
      run(async () => {
        const { name, mediaType, bytes } = await worker.export({ scope, filter, sort }, format)
        downloadFile(name, new Blob([bytes], { type: mediaType }))
        return `Saved ${name}`
      }),
    onCopy: () =>
      run(async () => {
        const { text, ...counts } = await worker.markdown({ scope, filter, sort })
        await navigator.clipboard.writeText(text)
        return `Copied ${describeCount(counts, formatCount)} as a Markdown table`
      }),
  })
  const isSorted = !isListOrder(sort)
  return (
    <section aria-labelledby="download-heading" aria-busy={isBusy} className="space-y-4">
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="download-heading" className="text-lg font-semibold">
          Download
        </h2>
        <p>{outcome}</p>
      </div>
      {progress.phase !== 'complete' && (
        <Notice tone="warning" title="Not all records are loaded">
          <p>
            A file saved now contains <Numeral value={counts.all} /> of{' '}
            <Count value={progress.total ?? 0} one="record" />. Its name says so.
          </p>
        </Notice>
      )}
      <Exports title="All records" unit="record" {...propsOf('all')} />
      {(isSorted || !isEmpty(filter)) && (
        <Exports
          title={isEmpty(filter) ? 'All records, sorted' : 'Filtered records'}
          unit="record"
          {...propsOf('filtered')}
        />
      )}
      {progress.isPartial ? (
        <Notice tone="information" title="No net changes for an incomplete list">
          <p>
            The service does not have all the records in this list. Net changes need all of them.
          </p>
        </Notice>
      ) : (
        <Exports title={viewName('net', subject)} unit="net change" {...propsOf('nets')} />
      )}
      <p className="max-w-prose text-sm text-muted">
        <strong>CSV</strong> has a header row and exact amounts. <strong>CSV for Excel</strong> has
        the same columns, but all amounts are text, because spreadsheets would round long ones. In
        both, an apostrophe precedes text that would become a formula. <strong>NDJSON</strong> has
        one JSON object per line: the raw records, or the net changes.
      </p>
    </section>
  )
}

type ExportsProps = {
  title: string
  /** What a row is: "record". */
  unit: string
  rows: number
  onDownload: (format: ExportFormat) => void
  onCopy: () => void
}

function Exports({ title, unit, rows, onDownload, onCopy }: ExportsProps) {
  const formatCount = useFormatCount()
  const suffix = <span className="sr-only">of {title.toLowerCase()}</span>
  return (
    <section aria-label={title} className="panel space-y-2 px-4 py-3">
      <h3 className="font-semibold">
        {title}{' '}
        <span className="text-muted">
          · <Numeral value={rows} /> {rows === 1 ? unit : `${unit}s`}
        </span>
      </h3>
      <div className="flex flex-wrap items-center gap-2">
        {EXPORT_FORMATS.map((format) => (
          <button key={format} type="button" className="button" onClick={() => onDownload(format)}>
            {EXPORT_FILES[format].name} {suffix}
          </button>
        ))}
        <button type="button" className="button" onClick={onCopy}>
          Copy {rows > MAX_MARKDOWN_ROWS && `the first ${formatCount(MAX_MARKDOWN_ROWS)}`} as
          Markdown <span className="sr-only">({title.toLowerCase()})</span>
        </button>
      </div>
    </section>
  )
}

function describeCount(
  { rows, total }: Pick<MarkdownTable, 'rows' | 'total'>,
  formatCount: (count: number) => string,
): string {
  if (rows < total) return `the first ${formatCount(rows)} of ${formatCount(total)} rows`
  return rows === 1 ? '1 row' : `${formatCount(rows)} rows`
}
