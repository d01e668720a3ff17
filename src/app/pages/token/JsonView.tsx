import { type ReactNode, useState } from 'react'
import type { JsonValue } from '../../../contract/json.ts'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { ShowAll } from '../../ui/ShowAll.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

// How much is shown at first. Deeper lists show less, so that nested lists cannot multiply.
const MAX_DEPTH = 3
const MAX_TEXT_LENGTH = 400
const MAX_NAME_LENGTH = 100
const maxEntriesAt = (depth: number) => Math.max(3, Math.floor(50 / 3 ** depth))

type Props = { value: JsonValue; depth?: number; lang?: string | undefined }

/** Any untrusted JSON value in readable form, limited in depth and size; integers keep all digits. */
export function JsonView({ value, depth = 1, lang }: Props): ReactNode {
  if (typeof value === 'string') return <JsonText text={value} lang={lang} />
  if (value === null || typeof value !== 'object') {
    return <span dir="ltr">{String(value)}</span>
  }
  const entries: [string, JsonValue][] = Object.entries(value)
  if (entries.length === 0) {
    return (
      <span className="text-muted">{Array.isArray(value) ? 'empty list' : 'empty object'}</span>
    )
  }
  if (depth > MAX_DEPTH) return <Deeper value={value} lang={lang} />
  if (
    Array.isArray(value) &&
    entries.length <= 20 &&
    entries.every(([, entry]) => isShort(entry))
  ) {
    return <UntrustedText text={value.map(String).join(', ')} lang={lang} />
  }
  return (
    <ShowAll entries={entries} max={maxEntriesAt(depth)}>
      {(shown) => (
        <ul className={depth > 1 ? 'border-s border-line ps-3' : ''}>
          {shown.map(([key, entry]) => (
            <li key={key}>
              {!Array.isArray(value) && (
                <span className="text-muted">
                  <UntrustedText text={key} maxLength={MAX_NAME_LENGTH} />:{' '}
                </span>
              )}
              <JsonView value={entry} depth={depth + 1} lang={lang} />
            </li>
          ))}
        </ul>
      )}
    </ShowAll>
  )
}

/** A few of them fit on a line. */
function isShort(value: JsonValue): boolean {
  return typeof value !== 'object' && String(value).length <= 20
}

function Deeper({ value, lang }: Props) {
  const [isShown, setShown] = useState(false)
  if (isShown) return <JsonView value={value} lang={lang} />
  return (
    <button type="button" className="button" onClick={() => setShown(true)}>
      Show all
    </button>
  )
}

function JsonText({ text, lang }: { text: string; lang: string | undefined }) {
  const [isExpanded, setExpanded] = useState(false)
  if (text === '') return <span className="text-muted">empty text</span>
  if (/^(https?|ipfs|ar|data):/i.test(text)) return <ExternalLink address={text} />
  if (/^[0-9]{16,80}$/.test(text)) return <LongNumber digits={text} />
  const isLong = text.length > MAX_TEXT_LENGTH
  return (
    <>
      <UntrustedText
        text={text}
        lang={lang}
        maxLength={isExpanded ? text.length : MAX_TEXT_LENGTH}
      />
      {isLong && !isExpanded && (
        <button type="button" className="button ms-1" onClick={() => setExpanded(true)}>
          Show all <Numeral value={text.length} /> characters
        </button>
      )}
    </>
  )
}

/** It never breaks: where it is too wide, it scrolls. */
function LongNumber({ digits }: { digits: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <span dir="ltr" tabIndex={0} className="block overflow-x-auto whitespace-nowrap">
      {digits}
    </span>
  )
}
