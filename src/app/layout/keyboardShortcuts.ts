import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import * as v from 'valibot'
import { storedValue } from '../ui/storedValue.ts'

/**
 * A key activates the element that names it in `aria-keyshortcuts`, and `?` opens the settings, which list
 * them. Shortcuts are off with modifier keys, in fields and in dialogs. Arrow keys are off in a region that they
 * scroll.
 */
export function useKeyboardShortcuts(): void {
  const navigate = useNavigate()
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, target } = event
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey
      if (event.defaultPrevented || hasModifier || shortcutSetting.read() === 'off') return
      if (!(target instanceof Element) || target.closest(TAKES_KEYS)) return
      const scrolls = target.closest('section[tabindex]') !== null
      if (key.startsWith('Arrow') && (event.shiftKey || scrolls)) return
      if (key === '?') return void navigate('/settings')
      const named = document.querySelector(`[aria-keyshortcuts=${JSON.stringify(key)}]`)
      if (!(named instanceof HTMLElement)) return
      event.preventDefault()
      if (named instanceof HTMLInputElement) named.focus()
      else named.click()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate])
}

const TAKES_KEYS = 'input, textarea, select, [contenteditable], dialog'

/** Whether single-key shortcuts are on. People who use speech input need to turn them off. */
export const shortcutSetting = storedValue('cairn.shortcuts', v.picklist(['on', 'off']), 'on')
