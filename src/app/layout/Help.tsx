import { useEffect, useRef } from 'react'
import { shortcutSetting } from './keyboardShortcuts.ts'

/** The keyboard shortcuts in a dialog. When it closes, the browser restores the focus. */
export function Help({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Only this method makes a dialog modal.
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby="help-title"
      className="panel m-auto w-[calc(100%-2rem)] max-w-md space-y-3 p-5 text-ink backdrop:bg-black/50"
    >
      <div className="flex items-center justify-between gap-4">
        <h2 id="help-title" className="text-xl font-semibold">
          Keyboard shortcuts
        </h2>
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <dl className="divide-y divide-line">
        {SHORTCUTS.map(({ keys, meaning }) => (
          <div key={meaning} className="flex items-center gap-4 py-1.5">
            <dt className="flex min-w-16 gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-sm border border-strong bg-sunken px-1.5 text-center text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="flex min-h-6 items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={shortcutSetting.use() === 'on'}
          onChange={({ target }) => shortcutSetting.set(target.checked ? 'on' : 'off')}
        />
        Enable keyboard shortcuts on this device
      </label>
    </dialog>
  )
}

/** Except for Esc and ?, elements name their keys in `aria-keyshortcuts`. */
const SHORTCUTS = [
  { keys: ['/'], meaning: 'Go to the search box' },
  { keys: ['Esc'], meaning: 'Leave the search box or close this dialog' },
  { keys: ['[', ']'], meaning: 'Previous and next page of a list' },
  { keys: ['←', '→'], meaning: 'Previous and next block with activity' },
  { keys: ['t'], meaning: 'Change the time format' },
  { keys: ['?'], meaning: 'Show keyboard shortcuts' },
]
