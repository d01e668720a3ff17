import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { useSurroundings } from '../surroundings.ts'
import { chooseTheme, useTheme } from '../theme.ts'

/** What a reader may set for all pages, and what a page says of itself on paper. */
export function FooterTools({ onHelp }: { onHelp: () => void }) {
  return (
    <>
      <button type="button" className="link min-h-6" onClick={onHelp}>
        Keys
      </button>
      <ThemeChoice />
      <PrintNote />
    </>
  )
}

function ThemeChoice() {
  const theme = useTheme()
  return (
    <label className="needs-scripts ms-auto flex items-center gap-2">
      Theme
      <select
        className="field"
        value={theme ?? 'system'}
        onChange={({ target: { value } }) =>
          chooseTheme(value === 'light' || value === 'dark' ? value : undefined)
        }
      >
        <option value="system">As the system</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  )
}

/** Where and when a printed page was read: paper has no address bar. */
function PrintNote() {
  const { origin } = useSurroundings()
  const { pathname, search } = useLocation()
  const [printedAt, setPrintedAt] = useState<Date>()
  // The browser draws the paper as soon as it was told of it.
  useEffect(() => {
    const note = () => flushSync(() => setPrintedAt(new Date()))
    addEventListener('beforeprint', note)
    return () => removeEventListener('beforeprint', note)
  }, [])
  return (
    <p className="hidden w-full print:block">
      {origin + pathname + search}
      {printedAt && `, read at ${printedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`}
    </p>
  )
}
