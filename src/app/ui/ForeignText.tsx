import { type ReactNode, useState } from 'react'

// Characters that show nothing or turn the reading direction: controls, formats, fillers. Line ends
// and tabs are seen; joiners belong to emoji and to some scripts, but not between these letters.
const UNSEEN =
  /((?![\n\r\t\u200c\u200d])[\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]|[\u200c\u200d](?=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}]))/u

type Props = { text: string }

/**
 * Text that a stranger wrote: isolated from the direction of its surroundings, with characters that
 * would not be seen shown by their code.
 */
export function ForeignText({ text }: Props) {
  return <bdi>{revealUnseen(text)}</bdi>
}

/** A longer text by a stranger, its beginning first. `lang` only when it is a known language. */
export function ForeignParagraph({ text, lang }: Props & { lang?: string | undefined }) {
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
  // Splitting by a group keeps what was matched at every odd place.
  return text.split(UNSEEN).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
      <span key={index} className="rounded bg-send-soft px-0.5 font-mono text-[0.75em] text-send">
        {codeOf(part)}
      </span>
    ),
  )
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
