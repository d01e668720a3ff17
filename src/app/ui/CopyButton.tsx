import { useState } from 'react'
import { announce } from './announcer.tsx'

type Props = { text: string; label: string }

/** Copies `text` exactly. `label` names what is copied: "transaction id". */
export function CopyButton({ text, label }: Props) {
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

  return (
    <button
      type="button"
      onClick={copy}
      onBlur={() => setCopied(undefined)}
      aria-label={`Copy ${label}`}
      data-copied={copied === text || undefined}
      className="copy"
    />
  )
}
