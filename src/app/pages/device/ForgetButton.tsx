import { useRef } from 'react'

/** Asks once before it forgets; the browser's own dialog keeps the focus and gives it back. */
export function ForgetButton({ onForget }: { onForget: () => Promise<void> }) {
  const dialog = useRef<HTMLDialogElement>(null)
  async function forget() {
    dialog.current?.close()
    await onForget()
  }
  return (
    <>
      <button type="button" className="button" onClick={() => dialog.current?.showModal()}>
        Forget everything
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="forget-question"
        className="panel m-auto w-[calc(100%-2rem)] max-w-md stack-3 p-5 text-ink backdrop:bg-[#000]/50"
      >
        <h2 id="forget-question" className="text-lg font-semibold">
          Forget everything on this device?
        </h2>
        <p>What you read here opens without a connection no longer. This cannot be undone.</p>
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
