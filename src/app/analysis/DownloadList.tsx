import { useEffect, useRef, useState } from 'react'
import { announce } from '../ui/announcer.tsx'
import { downloadFile } from '../ui/downloadFile.ts'
import { Numeral } from '../ui/numbers.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import type { ExportColumn } from './engine/exportColumns.ts'
import {
  EXPORT_FILES,
  EXPORT_FORMATS,
  type ExportFormat,
  tableOf,
  writeCsv,
  writeLines,
} from './engine/exportFormats.ts'
import {
  ListReader,
  type PositionedRow,
  type Progress,
  type RequestPage,
} from './engine/listReader.ts'

type Props<Row> = {
  /** What is downloaded: "all 89 holders". */
  things: string
  /** The start of the file's name: "rune-840000-3-holders". */
  name: string
  columns: ExportColumn<PositionedRow<Row>>[]
  request: RequestPage<Row>
}

/** Reads a whole list and saves it as a file. */
export function DownloadList<Row>({ things, name, columns, request }: Props<Row>) {
  const reader = useRef<ListReader<Row>>(undefined)
  const [progress, setProgress] = useState<Progress>()
  // The requests are outside React.
  useEffect(() => () => reader.current?.pause(), [])

  function start(format: ExportFormat) {
    announce(`Loading ${things}`)
    const next = new ListReader(request, (progress) => {
      // Cancelled.
      if (reader.current !== next) return
      setProgress(progress)
      if (progress.phase === 'complete') save(next.rows(), format)
    })
    reader.current = next
    next.resume()
  }

  function save(rows: PositionedRow<Row>[], format: ExportFormat) {
    const { suffix, mediaType } = EXPORT_FILES[format]
    const text =
      format === 'ndjson'
        ? writeLines(rows, ({ row }) => JSON.stringify(row))
        : writeCsv(tableOf(columns, rows), format)
    downloadFile(name + suffix, new Blob([text], { type: mediaType }))
    announce(`Saved ${name}${suffix}`)
  }

  function cancel() {
    reader.current?.pause()
    reader.current = undefined
    setProgress(undefined)
  }

  const isReading = progress?.phase === 'reading' || progress?.phase === 'waiting'
  return (
    <section
      aria-label="Download"
      className="flex min-h-9 flex-wrap items-center gap-2 noscript:hidden print:hidden"
    >
      {isReading ? (
        <ReadingState progress={progress} onCancel={cancel} />
      ) : (
        <>
          <span className="text-muted">Download {things}</span>
          {EXPORT_FORMATS.map((format) => (
            <button key={format} type="button" className="button" onClick={() => start(format)}>
              {EXPORT_FILES[format].name}
            </button>
          ))}
          {progress?.phase === 'failed' && (
            <p role="alert">
              Not saved: <UntrustedText text={progress.problem ?? ''} />
            </p>
          )}
        </>
      )}
    </section>
  )
}

function ReadingState({ progress, onCancel }: { progress: Progress; onCancel: () => void }) {
  const { phase, read, total, problem = '' } = progress
  return (
    <>
      <progress aria-label="Rows loaded" value={read} max={total ?? 1} />
      <p>
        <Numeral value={read} /> of {total === undefined ? '…' : <Numeral value={total} />} loaded
        {phase === 'waiting' && (
          <>
            , waiting for the service: <UntrustedText text={problem} />
          </>
        )}
      </p>
      <button type="button" className="button" onClick={onCancel}>
        Cancel
      </button>
    </>
  )
}
