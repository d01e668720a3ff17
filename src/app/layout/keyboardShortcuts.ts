import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import * as v from 'valibot'
import { storedValue } from '../ui/storedValue.ts'

/**
 * A key activates the element that names it in `aria-keyshortcuts`, `?` opens the settings, which list
 * them, and Escape leaves the search box. Except for Escape, shortcuts are off while the reader types.
 * Arrow keys are off in a region that they scroll.
 */
export function useKeyboardShortcuts(): void {
  const navigate = useNavigate()
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, target } = event
      if (!(target instanceof Element)) return
      if (key === 'Escape' && target.matches('[aria-keyshortcuts="/"]')) {
        // By default the browser would also empty the box.
        event.preventDefault()
        if (target instanceof HTMLElement) target.blur()
      }
      if (!isShortcut(event)) return
      const scrolls = target.closest('section[tabindex]') !== null
      if (key.startsWith('Arrow') && (event.shiftKey || scrolls)) return
      if (key === '?') return void navigate('/settings')
      const named = [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')].find(
        (element) => element.getAttribute('aria-keyshortcuts') === key,
      )
      if (named === undefined) return
      event.preventDefault()
      if (named instanceof HTMLInputElement) named.focus()
      else named.click()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate])
}

/** Whether a key press is a shortcut: not in a field or a dialog, and without modifier keys. */
function isShortcut(event: KeyboardEvent): boolean {
  const { target, defaultPrevented, ctrlKey, metaKey, altKey } = event
  if (defaultPrevented || ctrlKey || metaKey || altKey) return false
  if (shortcutSetting.read() === 'off') return false
  return !(target instanceof Element && target.closest(TAKES_KEYS))
}

const TAKES_KEYS = 'input, textarea, select, [contenteditable], dialog'

/** Whether single-key shortcuts are on. People who use speech input need to turn them off. */
export const shortcutSetting = storedValue('cairn.shortcuts', v.picklist(['on', 'off']), 'on')
