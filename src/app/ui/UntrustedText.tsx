import { type ReactNode, useState } from 'react'
import { splitInvisible } from './invisibleCharacters.ts'
import { directionOf } from './language.ts'
import { useFormatCount } from './numbers.tsx'

type Props = {
  text: string
  /** The language of the text, if it is known. */
  lang?: string | undefined
}

type TextProps = Props & {
  /** Matches, in one group, what is marked. */
  highlight?: RegExp | undefined
  maxLength?: number
}

/**
 * Untrusted text, isolated from the direction of the text around it. Shows invisible characters as
 * their codes, and cuts a text that is longer than any name.
 */
export function UntrustedText({ text, lang, highlight, maxLength = MAX_TEXT_LENGTH }: TextProps) {
  const shown = cut(text, maxLength)
  const parts = highlight === undefined ? [shown] : shown.split(highlight)
  return (
    <bdi lang={lang} dir={directionOf(lang)}>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          revealInvisible(part)
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
          <mark key={index} className="rounded-sm bg-accent-soft font-semibold text-accent">
            {revealInvisible(part)}
          </mark>
        ),
      )}
    </bdi>
  )
}

export function quote(text: string): string {
  return `“${cut(text, 40)}”`
}

type ParagraphProps = Props & { isJson?: boolean }

/** A paragraph of untrusted text, cut until the reader expands it. */
export function UntrustedParagraph({ text, lang, isJson = false }: ParagraphProps) {
  const [whole, setWhole] = useState(false)
  const isLong = text.length > MAX_TEXT_LENGTH
  const formatCount = useFormatCount()
  return (
    <div>
      <p
        data-untrusted
        dir={directionOf(lang) ?? 'auto'}
        lang={lang}
        className={`wrap-anywhere ${isJson ? 'font-mono text-xs whitespace-pre-wrap' : 'whitespace-pre-line'}`}
      >
        {revealInvisible(whole ? text : cut(text, MAX_TEXT_LENGTH))}
      </p>
      {isLong && (
        <button type="button" className="button mt-2" onClick={() => setWhole(!whole)}>
          {whole ? (
            'Show less'
          ) : (
            <span>
              Show all<span className="phone:sr-only"> {formatCount(text.length)} characters</span>
            </span>
          )}
        </button>
      )}
    </div>
  )
}

const MAX_TEXT_LENGTH = 600

/** Shortens a text to `maxLength`, never inside a surrogate pair, and adds an ellipsis. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`
}

function revealInvisible(text: string): ReactNode {
  return splitInvisible(text).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
      <span key={index} className={INVISIBLE_LOOK}>
        {part}
      </span>
    ),
  )
}

const INVISIBLE_LOOK = 'rounded-sm bg-warn-soft px-0.5 font-mono text-[0.75em] text-warn'
