import { useState } from 'react'
import { announce } from './announcer.tsx'
import { IconButton } from './IconButton.tsx'

type Props = { text: string; label: string }

/** Copies `text`. `label` names what is copied: "transaction id". */
export function CopyButton({ text, label }: Props) {
  const { copied, copy, forget } = useCopy(label)
  return (
    <IconButton
      label={`Copy ${label}`}
      icon={copied === text ? 'before:icon-check' : 'before:icon-copy'}
      onClick={() => copy(text)}
      onBlur={forget}
    />
  )
}

/** Copies text and announces it. `copied` is the last copied text, until `forget` is called. */
export function useCopy(label: string, alternative = 'select the text') {
  const [copied, setCopied] = useState<string>()

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(text)
      announce(`Copied ${label}`)
    } catch {
      // The browser refused, or the page is not served over HTTPS.
      announce(`Could not copy ${label}: ${alternative} instead`)
    }
  }

  return { copied, copy, forget: () => setCopied(undefined) }
}
