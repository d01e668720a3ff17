import { Search } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { announce } from '../ui/announcer.tsx'
import { GetForm } from '../ui/GetForm.tsx'
import { findKey } from './findKey.ts'
import { SuggestionPanel } from './Suggestions.tsx'
import { useSuggestions } from './useSuggestions.ts'

type Props = { defaultValue?: string; size?: 'normal' | 'large' }

export function SearchBox({ defaultValue = '', size = 'normal' }: Props) {
  // The key resets the box on a new page.
  return <Box key={useLocation().pathname} defaultValue={defaultValue} size={size} />
}

/**
 * A combobox with list autocomplete as the WAI-ARIA Authoring Practices describe it: the focus stays
 * in the box, arrow keys mark an option, Enter opens it, Escape closes the list. Without a marked option
 * Enter submits the form. Without scripts it is a plain form.
 */
function Box({ defaultValue, size }: Required<Props>) {
  const id = useId()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(defaultValue)
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState<string>()
  const { groups, found, isSettled, message } = useSuggestions(typed, isOpen)
  const options = groups.flatMap(({ rows }) => rows)
  const hasOptions = isOpen && options.length > 0
  const isShown = hasOptions || (isOpen && message !== undefined)
  const markedIndex = hasOptions ? options.findIndex(({ to }) => to === marked) : -1
  const markedId = markedIndex === -1 ? undefined : `${id}-${markedIndex}`
  const announcement = isShown && isSettled ? announcementOf(options.length, message) : undefined

  useEffect(() => {
    if (announcement !== undefined) announce(announcement)
  }, [announcement])

  // After another search, and after going back to one.
  useEffect(() => {
    if (input.current) input.current.value = defaultValue
    setTyped(defaultValue)
  }, [defaultValue])

  useEffect(() => {
    if (markedId) document.getElementById(markedId)?.scrollIntoView({ block: 'nearest' })
  }, [markedId])

  /** On the search page the box suggests nothing until its text changes. */
  function enter({ value, defaultValue }: HTMLInputElement) {
    setTyped(value)
    if (value === '' || value !== defaultValue) open()
  }

  function open() {
    setOpen(true)
    setMarked(undefined)
  }

  function leave() {
    setOpen(false)
    if (input.current) input.current.value = ''
    setTyped('')
  }

  function move(step: 1 | -1) {
    setOpen(true)
    // The text comes before the first option and after the last one. Its index is -1.
    const positions = options.length + 1
    setMarked(options[((markedIndex + 1 + step + positions) % positions) - 1]?.to)
  }

  /** A text with a key stays in the box, where the panel says what it is. */
  function keepKey(event: FormEvent) {
    if (findKey(typed) === undefined) return
    event.preventDefault()
    event.stopPropagation()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Escape') {
      // By default the browser would empty the box. The second Escape leaves it.
      event.preventDefault()
      if (isShown) setOpen(false)
      else event.currentTarget.blur()
    } else if (event.key === 'Enter' && markedIndex !== -1) {
      event.preventDefault()
      leave()
      navigate(options[markedIndex]?.to ?? '')
    }
  }

  return (
    <div
      onSubmitCapture={keepKey}
      onSubmit={() => setOpen(false)}
      className={`flex min-w-0 grow ${size === 'large' ? 'relative' : 'md:relative'}`}
    >
      <GetForm action="/search" searchLabel="Search">
        <label className="group relative flex min-w-0 grow items-center">
          <span className="sr-only">Search</span>
          <Search
            size={16}
            aria-hidden="true"
            className={`absolute text-muted ${size === 'large' ? 'start-4' : 'start-3'}`}
          />
          <input
            ref={input}
            type="search"
            name="q"
            defaultValue={defaultValue}
            placeholder="Search name, address, block or id"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-keyshortcuts="/"
            onInput={({ currentTarget }) => {
              setTyped(currentTarget.value)
              open()
            }}
            onFocus={({ currentTarget }) => enter(currentTarget)}
            onClick={({ currentTarget }) => enter(currentTarget)}
            onBlur={() => setOpen(false)}
            onKeyDown={onKeyDown}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={hasOptions}
            aria-controls={hasOptions ? id : undefined}
            aria-activedescendant={markedId}
            className={`peer field w-full text-ellipsis focus-visible:-outline-offset-1 md:pe-12 md:[&::-webkit-search-cancel-button]:hidden phone:[&::-webkit-search-cancel-button]:grayscale ${size === 'large' ? 'min-h-14 rounded-lg ps-11 text-lg' : 'min-h-9 border-line bg-ground ps-9 text-base small:placeholder:opacity-0'}`}
          />
          {/* Phones have no room for the placeholder. */}
          {size === 'normal' && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute start-9 hidden text-muted small:peer-placeholder-shown:block"
            >
              Search
            </span>
          )}
          <span
            aria-hidden="true"
            className="pointer-events-none absolute end-3 rounded-sm border border-line bg-surface px-1.5 font-mono text-xs text-muted needs-scripts phone:hidden"
          >
            <span className="group-focus-within:hidden">/</span>
            <span className="hidden group-focus-within:inline">Esc</span>
          </span>
        </label>
      </GetForm>
      {isShown && (
        <SuggestionPanel
          id={id}
          groups={groups}
          marked={markedIndex}
          text={typed.trim()}
          found={found}
          message={message}
          onChoose={leave}
        />
      )}
    </div>
  )
}

function announcementOf(count: number, message: string | undefined): string | undefined {
  if (count === 0) return message
  return count === 1 ? '1 suggestion' : `${count} suggestions`
}
