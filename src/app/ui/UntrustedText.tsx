import { type ReactNode, useState } from 'react'
import { splitUnseen } from './unseen.ts'

type Props = {
  text: string
  /** Only where it is a known language, and the text is in it. */
  lang?: string | undefined
}

/**
 * Untrusted text: isolated from the direction of the text around it, with characters that
 * would not be seen shown by their code. Its beginning, where it is longer than any name.
 */
export function UntrustedText({ text, lang }: Props) {
  return <bdi lang={lang}>{revealUnseen(text.length > LONG ? `${cut(text)}…` : text)}</bdi>
}

/** An untrusted text in quotation marks, short enough for a title. */
export function quote(text: string): string {
  // By characters, so that none is cut in two.
  const characters = Array.from(text)
  return `“${characters.slice(0, 40).join('')}${characters.length > 40 ? '…' : ''}”`
}

/** A longer untrusted text, its beginning first. */
export function UntrustedParagraph({ text, lang }: Props) {
  const [whole, setWhole] = useState(false)
  const isLong = text.length > LONG
  return (
    <div>
      <p dir="auto" lang={lang} className="whitespace-pre-line">
        {revealUnseen(isLong && !whole ? `${cut(text)}…` : text)}
      </p>
      {isLong && (
        <button type="button" className="button mt-2" onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : `Show all ${text.length} characters`}
        </button>
      )}
    </div>
  )
}

const LONG = 600

/** Never cuts a surrogate pair in two. */
function cut(text: string): string {
  return text.slice(0, LONG).replace(/[\ud800-\udbff]$/, '')
}

function revealUnseen(text: string): ReactNode {
  return splitUnseen(text).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
      <span key={index} className={UNSEEN_LOOK}>
        {part}
      </span>
    ),
  )
}

const UNSEEN_LOOK = 'rounded-sm bg-send-soft px-0.5 font-mono text-[0.75em] text-send'
