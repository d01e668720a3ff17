import { useCopy } from './CopyButton.tsx'

/** Hands the page as it is now to the system's own way of sharing; where there is none, copies its link. */
export function ShareButton() {
  const { copied, copy, forget } = useCopy('the link to this page', 'copy it from the address bar')

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
      onBlur={forget}
      aria-label="Share this page"
      className="link min-h-6 min-w-12 text-start"
    >
      {copied === undefined ? 'Share' : 'Copied'}
    </button>
  )
}
