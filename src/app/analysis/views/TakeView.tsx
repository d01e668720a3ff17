import { useState } from 'react'
import { announce } from '../../ui/announcer.tsx'
import { ForeignText } from '../../ui/ForeignText.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { formatDecimal, Numeral } from '../../ui/numbers.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type CopyForm, MOST_COPIED } from '../engine/copies.ts'
import type { Form } from '../engine/exports.ts'
import { isEmpty } from '../engine/filter.ts'
import { isAsRead } from '../engine/sort.ts'
import type { Choice } from '../engine/table.ts'
import { useAsked, type ViewProps } from './asking.ts'
import { useExport, type Writing } from './useExport.ts'

/** The list as files and as text to paste. */
export function TakeView({ shown, asked: { filter, sort } }: ViewProps) {
  const { data: counts, isBusy } = useAsked(shown, ['take', filter], (set) =>
    set.countChoices(filter),
  )
  const [said, setSaid] = useState('')
  const { writing, save, cancel } = useExport(shown, say)
  const { total, phase } = shown.progress

  function say(text: string) {
    setSaid(text)
    announce(text)
  }

  function sayFailure(error: unknown) {
    say(`Could not copy: ${error instanceof Error ? error.message : String(error)}`)
  }

  if (counts === undefined || total === undefined)
    return <Skeleton lines={12} label="Counting the records" />
  const isSorted = !isAsRead(sort)
  const actions = (scope: Choice['scope']) => ({
    rows: counts[scope],
    save: (form: Form) => save({ scope, filter, sort }, form),
    copy: (form: CopyForm) => copyRows(shown, { scope, filter, sort }, form).then(say, sayFailure),
  })
  return (
    <section aria-labelledby="take-heading" aria-busy={isBusy} className="stack-4">
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="take-heading" className="text-lg font-semibold">
          Download and copy
        </h2>
        {writing === undefined ? (
          <p>
            <ForeignText text={said} />
          </p>
        ) : (
          <Progress writing={writing} cancel={cancel} />
        )}
      </div>
      {phase !== 'complete' && (
        <Notice tone="warning" title="Only a part was read until now">
          <p>
            What you take now has <Numeral value={counts.all} /> of <Numeral value={total} />{' '}
            records, and says so in its name and where it says where it comes from.
          </p>
        </Notice>
      )}
      <Taking title="All records" things="records" forms={RECORD_FORMS} {...actions('all')} />
      {(isSorted || !isEmpty(filter)) && (
        <Taking
          title={isEmpty(filter) ? 'All records, sorted' : 'Filtered records'}
          things="records"
          forms={RECORD_FORMS}
          {...actions('shown')}
        />
      )}
      <Taking title="Net by address" things="nets" forms={NET_FORMS} {...actions('nets')} />
      <Requests copy={() => copyRequests(shown).then(say, sayFailure)} />
      <Explanation />
    </section>
  )
}

const NET_FORMS = [
  ['spreadsheet', 'CSV for spreadsheets'],
  ['csv', 'CSV for programs'],
  ['ndjson', 'NDJSON'],
] as const
const RECORD_FORMS = [...NET_FORMS, ['evidence', 'Evidence']] as const

const COPY_FORMS = [
  ['markdown', 'Markdown'],
  ['tsv', 'TSV'],
] as const

type TakingProps = {
  title: string
  /** What its rows are. */
  things: 'records' | 'nets'
  rows: number
  forms: readonly (readonly [Form, string])[]
  save: (form: Form) => void
  copy: (form: CopyForm) => void
}

/** One table, in each form that it can be taken in. */
function Taking({ title, things, rows, forms, save, copy }: TakingProps) {
  const what = title.toLowerCase()
  return (
    <section aria-label={title} className="panel stack-2 px-4 py-3">
      <h3 className="font-semibold">
        {title}{' '}
        <span className="text-muted">
          · <Numeral value={rows} /> {rows === 1 ? things.slice(0, -1) : things}
        </span>
      </h3>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-sm text-muted">Download</span>
        {forms.map(([form, name]) => (
          <Press key={form} name={name} of={what} press={() => save(form)} />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-sm text-muted">
          Copy
          {rows > MOST_COPIED && (
            <>
              {' '}
              the first <Numeral value={MOST_COPIED} />, more is for a file
            </>
          )}
        </span>
        {COPY_FORMS.map(([form, name]) => (
          <Press key={form} name={name} of={what} press={() => copy(form)} />
        ))}
      </div>
    </section>
  )
}

type PressProps = { name: string; of: string; press: () => void }

function Press({ name, of, press }: PressProps) {
  return (
    <button type="button" className="button" onClick={press}>
      {name} <span className="sr-only">of {of}</span>
    </button>
  )
}

type ProgressProps = { writing: Writing; cancel: () => void }

function Progress({ writing: { name, written, rows }, cancel }: ProgressProps) {
  return (
    <>
      <p className="tabular">
        <strong>
          <Numeral value={written} /> of <Numeral value={rows} /> written
        </strong>
        <span className="text-muted"> · {name}</span>
      </p>
      <progress
        className="h-1.5 w-32"
        aria-label="Rows written"
        value={written}
        max={Math.max(rows, 1)}
      />
      <button type="button" className="button" onClick={cancel}>
        Cancel writing
      </button>
    </>
  )
}

function Requests({ copy }: { copy: () => void }) {
  return (
    <section aria-label="Requests" className="panel stack-2 px-4 py-3">
      <h3 className="font-semibold">Requests</h3>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-sm text-muted">Copy every request that brought these records</span>
        <Press name="cURL commands" of="all requests" press={copy} />
      </div>
    </section>
  )
}

async function copyRows({ set }: ViewProps['shown'], choice: Choice, form: CopyForm) {
  const { text, rows, total } = await set.copy(choice, form)
  const count = rows === total ? group(rows) : `the first ${group(rows)} of ${group(total)}`
  return copyText(text, `${count} rows as ${form === 'tsv' ? 'TSV' : 'a Markdown table'}`)
}

function group(count: number): string {
  return formatDecimal(String(count), 'en')
}

async function copyRequests({ set }: ViewProps['shown']) {
  return copyText(await set.commands(), 'the requests as cURL commands')
}

/** Tells how it went. */
async function copyText(text: string, what: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return `Copied ${what}`
  } catch {
    return `Could not copy ${what}: this browser refused` // Or there is no secure address.
  }
}

function Explanation() {
  return (
    <div className="max-w-prose stack-2 text-sm text-muted">
      <p>
        <strong>CSV for spreadsheets</strong> opens with every digit: amounts are text there,
        because numbers in a spreadsheet are rounded, and nothing a stranger wrote becomes a
        formula. Its first lines say where it comes from. <strong>CSV for programs</strong> has
        plain digits and begins with the names of its columns; an apostrophe stands before what
        could become a formula there, too. <strong>NDJSON</strong> has each record as the service
        sent it, one a line.
      </p>
      <p>
        <strong>Evidence</strong> is a JSON file with the records as they came, and every request
        with its time, its status and the SHA-256 of its answer. To check it: the command of a
        request, piped into <Code>sha256sum</Code>, prints its <Code>sha256</Code>, as long as the
        service answers the same; <Code>sha256sum</Code> of the NDJSON file of the same records
        prints <Code>ndjson_sha256</Code>, and so does{' '}
        <Code>{`sed '1,/^ "records": \\[$/d;/^ \\]$/,$d;s/,$//' FILE | sha256sum`}</Code> of the
        evidence itself.
        {globalThis.crypto?.subtle === undefined &&
          ' Here the hashes cannot be made, because this page was not opened over https: the evidence says so.'}
      </p>
    </div>
  )
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-xs text-ink">{children}</code>
}
