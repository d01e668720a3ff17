import * as v from 'valibot'
import { remembered } from './remembered.ts'

/** Whether keys of one character do something. Those who speak to their computer need them off. */
export const shortcuts = remembered('cairn.shortcuts', v.picklist(['on', 'off']), 'on')

/** Whether a key is meant for the page: not for a field or a dialog, nor, with others, for the browser. */
export function isShortcut(event: KeyboardEvent): boolean {
  const { target, defaultPrevented, ctrlKey, metaKey, altKey } = event
  if (defaultPrevented || ctrlKey || metaKey || altKey || shortcuts.read() === 'off') return false
  return !(target instanceof Element && target.closest(TAKES_KEYS))
}

const TAKES_KEYS = 'input, textarea, select, [contenteditable], dialog'
