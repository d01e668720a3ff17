import { type ReactNode, useState } from 'react'
import { Numeral } from './numbers.tsx'
import { ShowAll } from './ShowAll.tsx'
import { UntrustedText } from './UntrustedText.tsx'

// Limits of what is shown at first. The rest is a click away, or in the raw response. Deeper lists have
// lower limits, so that nested lists cannot multiply.
const MAX_DEPTH = 4
const MAX_TEXT_LENGTH = 400
const maxEntriesAt = (depth: number) => Math.max(3, Math.floor(50 / 3 ** depth))

/** Any untrusted JSON value in readable form, limited in depth and size; integers keep all digits. */
export function JsonView({ value, depth = 1 }: { value: unknown; depth?: number }): ReactNode {
  if (value === null) return <span className="text-muted italic">null</span>
  if (typeof value === 'string') return <JsonText text={value} />
  if (typeof value !== 'object') {
    return <span className="font-mono text-sm">{String(value)}</span>
  }
  const isList = Array.isArray(value)
  const entries = Object.entries(value)
  if (entries.length === 0)
    return <span className="text-muted">{isList ? 'empty list' : 'empty object'}</span>
  if (depth >= MAX_DEPTH) return <span className="text-muted">… (see the raw response)</span>
  return isList ? (
    <JsonList entries={entries} depth={depth} />
  ) : (
    <JsonObject entries={entries} depth={depth} />
  )
}

type Props = { entries: [string, unknown][]; depth: number }

function JsonList({ entries, depth }: Props) {
  return (
    <ShowAll entries={entries} max={maxEntriesAt(depth)}>
      {(shown) => (
        <ul className="list-disc ps-5">
          {shown.map(([index, entry]) => (
            <li key={index}>
              <JsonView value={entry} depth={depth + 1} />
            </li>
          ))}
        </ul>
      )}
    </ShowAll>
  )
}

function JsonObject({ entries, depth }: Props) {
  return (
    <ShowAll entries={entries} max={maxEntriesAt(depth)}>
      {(shown) => (
        <dl className="border-s border-line ps-3">
          {shown.map(([key, entry]) => (
            <div key={key} className="flex flex-wrap gap-x-2">
              <dt className="font-normal text-muted">
                <UntrustedText text={key} />:
              </dt>
              <dd className="min-w-0">
                <JsonView value={entry} depth={depth + 1} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </ShowAll>
  )
}

function JsonText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false)
  if (text === '') return <span className="text-muted">empty text</span>
  if (whole || text.length <= MAX_TEXT_LENGTH) return <UntrustedText text={text} />
  return (
    <>
      <UntrustedText text={`${text.slice(0, MAX_TEXT_LENGTH)}…`} />{' '}
      <button type="button" className="button" onClick={() => setWhole(true)}>
        Show all <Numeral value={text.length} /> characters
      </button>
    </>
  )
}
