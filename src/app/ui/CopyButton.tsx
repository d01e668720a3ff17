import { useState } from 'react'
import { announce } from './announcer.tsx'

type Props = { text: string; label: string }

/** Copies `text` exactly. `label` names what is copied: "transaction id". */
export function CopyButton({ text, label }: Props) {
  const { isCopied, copy, forget } = useCopy(text, label)
  return (
    <button
      type="button"
      onClick={copy}
      onBlur={forget}
      aria-label={`Copy ${label}`}
      data-copied={isCopied || undefined}
      className="copy"
    />
  )
}

/** Copies `text` and says so; `isCopied` until the reader turns elsewhere. */
export function useCopy(text: string, label: string) {
  const [copied, setCopied] = useState<string>()

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(text)
      announce(`Copied ${label}`)
    } catch {
      // Refused by the browser or no secure address: the text itself can still be selected.
      announce(`Could not copy ${label}: select the text instead`)
    }
  }

  return { isCopied: copied === text, copy, forget: () => setCopied(undefined) }
}
