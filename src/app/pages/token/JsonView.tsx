import type { ReactNode } from 'react'
import type { JsonValue } from '../../../contract/json.ts'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { formatJson } from '../../ui/formatJson.ts'
import { UntrustedParagraph } from '../../ui/UntrustedText.tsx'

type Props = { value: JsonValue; lang?: string | undefined }

/** It scrolls, so that it stays in one line. */
const LONG_NUMBER = /^-?[0-9.]{16,}$/

/** Any untrusted JSON value: a link, a text, a list of them, or its JSON. */
export function JsonView({ value, lang }: Props): ReactNode {
  const text = textOf(value)
  if (text === '') return <span className="text-muted">empty</span>
  if (text !== undefined && /^(https?|ipfs|ar|data):/i.test(text)) {
    return <ExternalLink address={text} />
  }
  if (text !== undefined && LONG_NUMBER.test(text)) {
    return (
      <span
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="inline-block max-w-full overflow-x-auto overscroll-x-contain align-bottom whitespace-nowrap tabular-nums [scrollbar-width:thin]"
      >
        {text}
      </span>
    )
  }
  if (text !== undefined) return <UntrustedParagraph text={text} lang={lang} />
  const json = jsonText(value)
  if (json === undefined) return <span className="text-muted">nested too deeply to show</span>
  return <UntrustedParagraph text={formatJson(json)} lang={lang} isJson />
}

/** Undefined if the value has parts with names, or lists in lists. */
function textOf(value: JsonValue): string | undefined {
  if (value === null || typeof value !== 'object') return String(value)
  if (!Array.isArray(value) || value.some((entry) => typeof entry === 'object')) return
  return value.join(', ')
}

/** A value as JSON; undefined if it is nested deeper than the stack. */
export function jsonText(value: JsonValue): string | undefined {
  try {
    return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part))
  } catch {
    return undefined // RangeError
  }
}
