import { useState } from 'react'
import { announce } from './announcer.tsx'

type Props = { text: string; label: string }

/** Copies `text` exactly. `label` names what is copied: "transaction id". */
export function CopyButton({ text, label }: Props) {
  const { copied, copy, forget } = useCopy(label)
  return (
    <button
      type="button"
      onClick={() => copy(text)}
      onBlur={forget}
      aria-label={`Copy ${label}`}
      data-copied={copied === text || undefined}
      className="copy"
    />
  )
}

/** Copies texts and says so. `copied` is the last one, until the reader turns elsewhere. */
export function useCopy(label: string, otherwise = 'select the text') {
  const [copied, setCopied] = useState<string>()

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(text)
      announce(`Copied ${label}`)
    } catch {
      // Refused by the browser or no secure address.
      announce(`Could not copy ${label}: ${otherwise} instead`)
    }
  }

  return { copied, copy, forget: () => setCopied(undefined) }
}
