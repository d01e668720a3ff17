import { useEffect, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { shortcuts } from '../ui/shortcuts.ts'

let root: Root | undefined

/** Shows the keys above the page; the browser gives the focus back to where it was. */
export function showHelp(): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<Help onClose={() => root?.render(null)} />)
}

function Help({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A dialog is shown by a call to the browser.
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby="help-title"
      className="panel m-auto w-[calc(100%-2rem)] max-w-md stack-3 p-5 text-ink backdrop:bg-[#000]/50"
    >
      <div className="flex items-center justify-between gap-4">
        <h2 id="help-title" className="text-lg font-semibold">
          Keys
        </h2>
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <dl className="divided">
        {KEYS.map(({ keys, meaning }) => (
          <div key={meaning} className="flex items-center gap-4 py-1.5">
            <dt className="flex min-w-16 gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded border border-strong bg-sunken px-1.5 text-center font-mono text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <ShortcutsChoice />
    </dialog>
  )
}

function ShortcutsChoice() {
  return (
    <label className="flex min-h-6 items-center gap-2 text-sm">
      <input
        type="checkbox"
        checked={shortcuts.use() === 'on'}
        onChange={({ target }) => shortcuts.set(target.checked ? 'on' : 'off')}
      />
      Use these keys on this device
    </label>
  )
}

const KEYS = [
  { keys: ['/'], meaning: 'Go to the search box' },
  { keys: ['Esc'], meaning: 'Leave the search box, close this' },
  { keys: ['[', ']'], meaning: 'Previous and next page of records' },
  { keys: ['←', '→'], meaning: 'Previous and next block that holds activity' },
  { keys: ['t'], meaning: 'Times in another form' },
  { keys: ['?'], meaning: 'Show these keys' },
]
