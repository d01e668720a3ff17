import { useRef } from 'react'

/** Asks before it forgets, in a dialog of the browser, which returns the focus. */
export function ForgetButton({ onForget }: { onForget: () => Promise<void> }) {
  const dialog = useRef<HTMLDialogElement>(null)
  async function forget() {
    dialog.current?.close()
    await onForget()
  }
  return (
    <>
      <button
        type="button"
        className="button self-start"
        onClick={() => dialog.current?.showModal()}
      >
        Forget everything
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="forget-question"
        className="m-auto w-[calc(100%-2rem)] max-w-md rounded-lg border border-line bg-surface p-5 text-ink backdrop:bg-[#000]/50"
      >
        <h2 id="forget-question" className="mb-3 text-lg font-semibold">
          Forget everything on this device?
        </h2>
        <p className="mb-3">What you read here no longer opens offline. This cannot be undone.</p>
        <div className="flex flex-wrap gap-2">
          <button type="button" className="button" onClick={forget}>
            Yes, forget everything
          </button>
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Keep it
          </button>
        </div>
      </dialog>
    </>
  )
}
