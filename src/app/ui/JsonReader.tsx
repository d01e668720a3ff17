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
import { INVISIBLE } from './invisibleCharacters.ts'
import { Numeral, useFormatCount } from './numbers.tsx'
import { ScrollRegion } from './ScrollRegion.tsx'

type Props = {
  /** The JSON as received. */
  text: string
  filename: string
}

// More characters would slow the page down, and nobody steps through more matches.
const MAX_SHOWN_CHARACTERS = 500_000
const MAX_MATCHES = 1000

/**
 * A JSON viewer with search, copy and download. It formats the text itself, so that no digit changes.
 * Invisible characters are shown as JSON escapes.
 */
export function JsonReader({ text, filename }: Props) {
  const json = useMemo(() => escapeInvisible(formatJson(text)), [text])
  const [all, setAll] = useState(false)
  const [query, setQuery] = useState('')
  const [current, setCurrent] = useState(0)
  const shown = all ? json : json.slice(0, MAX_SHOWN_CHARACTERS)
  const searched = useDeferredValue(query)
  const parts = useMemo(() => splitMatches(shown, searched), [shown, searched])
  const total = (parts.length - 1) / 2
  const formatCount = useFormatCount()
  const ofAll = total === MAX_MATCHES ? `the first ${formatCount(total)}` : formatCount(total)
  const place = total === 0 ? undefined : `${formatCount(current + 1)} of ${ofAll}`
  const currentMatch = useCurrentMatch(searched, place)

  const step = (by: 1 | -1) => total > 0 && setCurrent((current + by + total) % total)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) step(event.shiftKey ? -1 : 1)
  }

  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <input
          type="search"
          aria-label="Search in the response"
          placeholder="Search in the response"
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
        {searched !== '' && (
          <>
            <span className="text-sm tabular-nums">{place ?? 'No matches'}</span>
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
          Copy <CopyButton text={json} label="the response" />
        </span>
      </div>
      <div className="max-h-128 rounded-sm border border-line">
        <ScrollRegion label="Response as JSON">
          <pre dir="ltr" className="px-3 py-2 font-mono text-xs whitespace-pre-wrap">
            {parts.map((part, index) =>
              index % 2 === 0 ? (
                isolateStrings(part)
              ) : (
                <mark
                  // biome-ignore lint/suspicious/noArrayIndexKey: matches have no other identity.
                  key={index}
                  ref={index === current * 2 + 1 ? currentMatch : undefined}
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
          Show all <Numeral value={json.length} /> characters
        </button>
      )}
    </div>
  )
}

/** Replaces invisible characters by JSON escapes, such as U+202E by `\\u202e`. */
function escapeInvisible(json: string): string {
  return json.replace(new RegExp(INVISIBLE, 'gu'), (run) =>
    run.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}

/** Isolates right-to-left strings, so that they do not reorder the text around them. */
function isolateStrings(json: string): ReactNode {
  return json.split(RIGHT_TO_LEFT_STRING).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
    index % 2 === 0 ? part : <bdi key={index}>{part}</bdi>,
  )
}

// From Hebrew to Arabic Extended-A, and the presentation forms.
const RIGHT_TO_LEFT_STRING =
  /("(?:[^"\\\n]|\\.)*?[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff](?:[^"\\\n]|\\.)*")/

/** Splits a text: matches at odd indices, the text between them at even ones. */
function splitMatches(text: string, query: string): string[] {
  if (query === '') return [text]
  const pattern = new RegExp(`(${query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')})`, 'gi')
  const parts = text.split(pattern)
  const last = MAX_MATCHES * 2
  return parts.length <= last + 1 ? parts : [...parts.slice(0, last), parts.slice(last).join('')]
}

/** Scrolls the current match into view and announces its place: "3 of 11". Returns its ref. */
function useCurrentMatch(query: string, place: string | undefined) {
  const match = useRef<HTMLElement>(null)
  // Scrolling and the status region are outside React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the match of another query can have the same place.
  useEffect(() => {
    if (place === undefined) return
    announce(`Match ${place}`)
    const region = match.current?.offsetParent
    if (!match.current || !region) return
    region.scrollTop = match.current.offsetTop - region.clientHeight / 2
  }, [query, place])
  return match
}
