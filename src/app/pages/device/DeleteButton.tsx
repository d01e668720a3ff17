import { useRef } from 'react'

/** A button with a confirmation in a native dialog, which restores the focus. */
export function DeleteButton({ onForget }: { onForget: () => Promise<void> }) {
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
        Delete stored data
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="forget-question"
        className="panel m-auto w-[calc(100%-2rem)] max-w-md p-5 text-ink backdrop:bg-black/50"
      >
        <h2 id="forget-question" className="mb-3 text-lg font-semibold">
          Delete all data that Cairn has stored on this device?
        </h2>
        <p className="mb-3">
          Pages that you have viewed will no longer open offline. This cannot be undone.
        </p>
        <div className="flex flex-wrap gap-2">
          <button type="button" className="button" onClick={forget}>
            Delete
          </button>
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </div>
      </dialog>
    </>
  )
}
