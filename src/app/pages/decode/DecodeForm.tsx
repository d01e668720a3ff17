import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { DecodedTransaction } from '../../../contract/schemas/pending.ts'
import { useAppContext } from '../../appContext.ts'
import { PART_LOOKS } from '../../runes/partLooks.ts'
import { Count } from '../../ui/numbers.tsx'

type Props = { decoded: DecodedTransaction | undefined }

/** Sent by the browser itself, so it works without JavaScript. */
export function DecodeForm({ decoded }: Props) {
  const { formText = '' } = useAppContext()
  const [text, setText] = useState(formText)
  return (
    <form
      method="post"
      action="/decode"
      className="overflow-hidden rounded-lg border border-control bg-surface focus-within:outline-2 focus-within:outline-accent-soft"
    >
      <label htmlFor="hex" className="sr-only">
        A raw transaction, or the script of a runestone, in hexadecimal
      </label>
      <div className="max-h-80 overflow-y-auto phone:max-h-27">
        {/* What lies behind the text area has the same text: it gives the height, and tints the parts. */}
        <div className={`relative min-h-45 phone:min-h-27 ${TEXT}`}>
          <div aria-hidden="true" className="text-transparent">
            {text === formText ? <Tinted text={text} decoded={decoded} /> : text}{' '}
          </div>
          <textarea
            id="hex"
            name="hex"
            required
            maxLength={400_000}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            placeholder="02000000…"
            defaultValue={formText}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
            className={`absolute inset-0 block size-full resize-none overflow-hidden bg-transparent outline-none ${TEXT}`}
          />
        </div>
      </div>
      <div className="flex items-center gap-2 border-t border-line py-2 ps-4 pe-2 text-xs text-muted">
        <span className="min-w-0 grow">{decoded && <Size decoded={decoded} />}</span>
        <Link to="/decode" reloadDocument className="button">
          Clear
        </Link>
        <button type="submit" className="button primary">
          Decode
        </button>
      </div>
    </form>
  )
}

const TEXT =
  'px-4 py-3.5 font-mono text-[0.78125rem]/5 break-all whitespace-pre-wrap tracking-normal'

function Size({
  decoded: { kind, bytes, input_count, output_count = 0 },
}: {
  decoded: DecodedTransaction
}) {
  const size = <Count name="decoded.bytes" value={bytes} one="byte" />
  if (kind === 'script') return <>Script · {size}</>
  return (
    <>
      <span className="phone:hidden">Raw transaction · </span>
      {size}
      <span className="phone:hidden">
        , <Count name="decoded.input_count" value={input_count} one="input" />,{' '}
        <Count name="decoded.output_count" value={output_count} one="output" />
      </span>
    </>
  )
}

type TintedProps = Props & { text: string }

/** The text, with the bytes of the runestone tinted by what they say, or with the character that is not hexadecimal. */
function Tinted({ text, decoded }: TintedProps) {
  const { runestone, runestone_start = 0 } = decoded ?? {}
  if (runestone === undefined) return <Misspelt text={text} />
  const placeOf = placesIn(text)
  const { parts } = runestone
  const [first, last] = [parts[0], parts.at(-1)]
  return (
    <>
      {first && text.slice(0, placeOf(runestone_start + first.start))}
      {parts.map(({ part, start, end }) => (
        <mark key={start} className={`rounded-[3px] text-transparent ${PART_LOOKS[part]}`}>
          {text.slice(placeOf(runestone_start + start), placeOf(runestone_start + end))}
        </mark>
      ))}
      {last && text.slice(placeOf(runestone_start + last.end))}
    </>
  )
}

/** Where a byte is in a text whose digits may have blanks and line breaks between them. */
function placesIn(text: string): (byte: number) => number {
  const places = [...text.matchAll(/[0-9a-fA-F]/g)].map(({ index }) => index)
  return (byte) => places[byte * 2] ?? text.length
}

function Misspelt({ text }: { text: string }) {
  const at = text.search(/[^\s0-9a-fA-F]/)
  if (at < 0) return text
  const [character = ''] = text.slice(at)
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-[3px] bg-burn-soft text-transparent outline outline-burn">
        {character}
      </mark>
      {text.slice(at + character.length)}
    </>
  )
}
