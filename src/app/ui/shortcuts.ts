import * as v from 'valibot'
import { storedValue } from './storedValue.ts'

/** Whether single-key shortcuts are on. People who use speech input need to turn them off. */
export const shortcuts = storedValue('cairn.shortcuts', v.picklist(['on', 'off']), 'on')

/** Whether a key press is a shortcut: not in a field or a dialog, and without modifier keys. */
export function isShortcut(event: KeyboardEvent): boolean {
  const { target, defaultPrevented, ctrlKey, metaKey, altKey } = event
  if (defaultPrevented || ctrlKey || metaKey || altKey || shortcuts.read() === 'off') return false
  return !(target instanceof Element && target.closest(TAKES_KEYS))
}

const TAKES_KEYS = 'input, textarea, select, [contenteditable], dialog'
