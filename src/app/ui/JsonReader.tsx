import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { announce } from './announcer.tsx'
import { CopyButton } from './CopyButton.tsx'
import { downloadFile } from './downloadFile.ts'
import { formatJson } from './formatJson.ts'
import { ScrollRegion } from './ScrollRegion.tsx'
import { UNSEEN } from './unseen.ts'

type Props = {
  /** JSON as it came. */
  text: string
  filename: string
}

// What a page bears at once, and what anyone steps through.
const MAX_SHOWN = 500_000
const MAX_MATCHES = 1000

/**
 * JSON to be read, searched, copied and saved. It is laid out from the text itself, so that every
 * digit stays; characters that nobody would see stand as their escapes, which mean the same in JSON.
 */
export function JsonReader({ text, filename }: Props) {
  const json = useMemo(() => escapeUnseen(formatJson(text)), [text])
  const [all, setAll] = useState(false)
  const [query, setQuery] = useState('')
  const [current, setCurrent] = useState(0)
  const shown = all ? json : json.slice(0, MAX_SHOWN)
  const sought = useDeferredValue(query)
  const parts = useMemo(() => splitMatches(shown, sought), [shown, sought])
  const total = (parts.length - 1) / 2
  const place = useCurrentMatch(current, total)

  const step = (by: 1 | -1) => total > 0 && setCurrent((current + by + total) % total)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) step(event.shiftKey ? -1 : 1)
  }

  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <input
          type="search"
          aria-label="Search in the answer"
          placeholder="Search in the answer"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="field min-w-0 grow basis-40"
          onChange={({ target }) => {
            setQuery(target.value)
            setCurrent(0)
          }}
          onKeyDown={onKeyDown}
        />
        {sought !== '' && (
          <>
            <span className="text-sm tabular-nums">
              {total === 0 ? 'No match' : `${current + 1} of ${countMatches(total)}`}
            </span>
            <button type="button" className="button" onClick={() => step(-1)}>
              Previous match
            </button>
            <button type="button" className="button" onClick={() => step(1)}>
              Next match
            </button>
          </>
        )}
        <button
          type="button"
          className="button"
          onClick={() => downloadFile(filename, new Blob([text], { type: 'application/json' }))}
        >
          Download
        </button>
        <span className="flex items-center text-sm text-muted">
          Copy <CopyButton text={json} label="the answer" />
        </span>
      </div>
      <div className="max-h-128 rounded-sm border border-line">
        <ScrollRegion label="The answer as JSON">
          <pre dir="ltr" className="px-3 py-2 font-mono text-xs whitespace-pre-wrap">
            {parts.map((part, index) =>
              index % 2 === 0 ? (
                isolateStrings(part)
              ) : (
                <mark
                  // biome-ignore lint/suspicious/noArrayIndexKey: matches have no other identity.
                  key={index}
                  ref={index === current * 2 + 1 ? place : undefined}
                  className={index === current * 2 + 1 ? 'bg-accent text-surface' : undefined}
                >
                  {part}
                </mark>
              ),
            )}
          </pre>
        </ScrollRegion>
      </div>
      {shown.length < json.length && (
        <button type="button" className="button" onClick={() => setAll(true)}>
          Show all {json.length} characters
        </button>
      )}
    </div>
  )
}

/** JSON text of the same value with the escapes of what would not be seen, U+202E as `\\u202e`. */
function escapeUnseen(json: string): string {
  return json.replace(new RegExp(UNSEEN, 'gu'), (run) =>
    run.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}

/** Keeps a string in a right-to-left script from changing places with what stands beside it. */
function isolateStrings(json: string): ReactNode {
  return json.split(RIGHT_TO_LEFT_STRING).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
    index % 2 === 0 ? part : <bdi key={index}>{part}</bdi>,
  )
}

// From Hebrew to Arabic Extended-A, and the presentation forms.
const RIGHT_TO_LEFT_STRING =
  /("(?:[^"\\\n]|\\.)*?[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff](?:[^"\\\n]|\\.)*")/

/** The text in parts: matches at odd places, at even ones what is between them. */
function splitMatches(text: string, query: string): string[] {
  if (query === '') return [text]
  const pattern = new RegExp(`(${query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')})`, 'gi')
  const parts = text.split(pattern)
  const most = MAX_MATCHES * 2
  return parts.length <= most + 1 ? parts : [...parts.slice(0, most), parts.slice(most).join('')]
}

function countMatches(total: number): string {
  return total === MAX_MATCHES ? `the first ${total}` : String(total)
}

/** Brings the current match into view within its region, and says which one it is. */
function useCurrentMatch(current: number, total: number) {
  const place = useRef<HTMLElement>(null)
  // Where the region is scrolled to, and the status region, are outside React.
  useEffect(() => {
    if (total === 0) return
    announce(`Match ${current + 1} of ${countMatches(total)}`)
    const region = place.current?.offsetParent
    if (!place.current || !region) return
    region.scrollTop = place.current.offsetTop - region.clientHeight / 2
  }, [current, total])
  return place
}
