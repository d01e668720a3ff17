import { useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { GetForm } from '../ui/GetForm.tsx'
import { Icon } from '../ui/icons.tsx'
import type { Suggestions as LoadedSuggestions } from './Suggestions.tsx'

type Props = {
  label: string
  placeholder: string
  defaultValue?: string
  size?: 'normal' | 'large'
}

/**
 * Sends `q` to the search page: a plain form, so that it works before any script does. Where scripts
 * run it suggests what the text may mean; the code for that is fetched when the box is entered.
 */
export function SearchBox({ defaultValue = '', ...props }: Props) {
  // Every page begins with a box of its own: what was typed for the last one is done with.
  const { pathname } = useLocation()
  return <Box key={`${pathname} ${defaultValue}`} defaultValue={defaultValue} {...props} />
}

function Box({ label, placeholder, defaultValue, size = 'normal' }: Props) {
  const id = useId()
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const [Suggestions, setSuggestions] = useState<typeof LoadedSuggestions>()

  async function loadSuggestions() {
    // Where they cannot be fetched the form does without.
    const loaded = await import('./Suggestions.tsx').catch(() => undefined)
    setSuggestions(() => loaded?.Suggestions)
  }

  // The reader may have entered the box before the page ran, which only the document knows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up once, as the box is there.
  useEffect(() => {
    if (input !== null && input === document.activeElement) void loadSuggestions()
  }, [input])

  return (
    <div className="relative flex min-w-0 grow">
      <GetForm action="/search" searchLabel={label}>
        <label className="relative flex min-w-0 grow items-center">
          <span className="sr-only">{label}</span>
          <span className="pointer-events-none absolute start-3 text-muted">
            <Icon name="search" />
          </span>
          <input
            ref={setInput}
            type="search"
            name="q"
            defaultValue={defaultValue}
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-keyshortcuts="/"
            onFocus={loadSuggestions}
            // Suggestions.tsx keeps the states of the role; before scripts run it is a plain box.
            {...(input !== null && {
              role: 'combobox',
              'aria-autocomplete': 'list',
              'aria-expanded': false,
            })}
            className={`field w-full rounded-e-none ps-9 placeholder:text-muted ${size === 'large' ? 'min-h-12 text-base' : ''}`}
          />
        </label>
        <button type="submit" className="button -ms-px rounded-s-none">
          Search
        </button>
      </GetForm>
      {Suggestions !== undefined && input !== null && <Suggestions input={input} id={id} />}
    </div>
  )
}
