import { useState } from 'react'
import { announce } from './announcer.tsx'

/** Hands the page as it is now to the system's own way of sharing; where there is none, copies its link. */
export function ShareButton() {
  const [copied, setCopied] = useState<string>()

  async function copy(url: string) {
    try {
      await navigator.clipboard.writeText(url)
      setCopied(url)
      announce('Copied the link to this page')
    } catch {
      // Refused by the browser or no secure address: the address bar has the link.
      announce('Could not copy the link: copy it from the address bar')
    }
  }

  async function share() {
    const page = { title: document.title, url: location.href }
    if (navigator.canShare?.(page) !== true) return copy(page.url)
    await navigator.share(page).catch((reason: DOMException) => {
      // A reader who thinks better of it has shared nothing, and needs nothing else.
      if (reason.name !== 'AbortError') return copy(page.url)
    })
  }

  return (
    <button
      type="button"
      onClick={share}
      onBlur={() => setCopied(undefined)}
      aria-label="Share this page"
      className="link min-h-6 min-w-12 text-start"
    >
      {copied === undefined ? 'Share' : 'Copied'}
    </button>
  )
}
