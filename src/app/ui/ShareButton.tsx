import { useCopy } from './CopyButton.tsx'

/** Opens the system's share dialog for the current page, or copies its link if there is none. */
export function ShareButton() {
  const { copied, copy, forget } = useCopy('the link to this page', 'copy it from the address bar')

  async function share() {
    const page = { title: document.title, url: location.href }
    if (navigator.canShare?.(page) !== true) return copy(page.url)
    await navigator.share(page).catch((reason: DOMException) => {
      // After an AbortError do nothing: the reader has closed the dialog.
      if (reason.name !== 'AbortError') return copy(page.url)
    })
  }

  return (
    <button
      type="button"
      onClick={share}
      onBlur={forget}
      aria-label="Share this page"
      className="link min-h-6 min-w-20 text-end"
    >
      {copied === undefined ? 'Share' : 'Link copied'}
    </button>
  )
}
