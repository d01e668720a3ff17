import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { announce } from '../ui/announcer.tsx'
import { GetForm } from '../ui/GetForm.tsx'
import { NoSuggestions, Suggestions } from './Suggestions.tsx'
import { useSuggestions } from './useSuggestions.ts'

type Props = {
  label: string
  placeholder: string
  defaultValue?: string
  size?: 'normal' | 'large'
}

/** Sends `q` to the search page, and suggests pages while the reader types. */
export function SearchBox({ defaultValue = '', ...props }: Props) {
  // Every page begins with a box of its own: what was typed for the last one is done with.
  const { pathname } = useLocation()
  return <Box key={`${pathname} ${defaultValue}`} defaultValue={defaultValue} {...props} />
}

/**
 * A combobox with list autocomplete as the WAI-ARIA Authoring Practices describe it: the focus stays
 * in the box, arrows mark an option, Enter opens it, Escape closes the list. Without a marked option
 * Enter sends the form. Before scripts run it is a plain form.
 */
function Box({ label, placeholder, defaultValue = '', size = 'normal' }: Props) {
  const id = useId()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [isHydrated, setHydrated] = useState(false)
  const [typed, setTyped] = useState(defaultValue)
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState<string>()
  const { groups, isComplete, isUnknown } = useSuggestions(isOpen ? typed : '')
  const options = groups.flatMap((group) => group.options)
  const isShown = isOpen && options.length > 0
  const isNothing = isOpen && options.length === 0 && isUnknown
  const place = isShown ? options.findIndex(({ to }) => to === marked) : -1
  const markedId = place === -1 ? undefined : `${id}-${place}`
  useCount(isOpen && isComplete && !isNothing ? options.length : undefined, typed)

  // The reader may have entered the box before it was hydrated, which only the document knows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the box is hydrated.
  useEffect(() => {
    setHydrated(true)
    if (input.current !== null && input.current === document.activeElement) enter(input.current)
  }, [])

  // Only the browser can scroll.
  useEffect(() => {
    if (markedId) document.getElementById(markedId)?.scrollIntoView({ block: 'nearest' })
  }, [markedId])

  /** A box that holds the search of its page suggests nothing until its text changes. */
  function enter({ value, defaultValue }: HTMLInputElement) {
    setTyped(value)
    if (value === '' || value !== defaultValue) open()
  }

  function open() {
    setOpen(true)
    setMarked(undefined)
  }

  function close() {
    setOpen(false)
    setMarked(undefined)
  }

  function leave() {
    close()
    if (input.current) input.current.value = ''
    setTyped('')
  }

  function move(step: 1 | -1) {
    setOpen(true)
    // From the last option to the first, and the other way; from the box to either.
    const next = place === -1 && step === -1 ? -1 : place + step
    setMarked(options.at(next % options.length)?.to)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (event.altKey) event.key === 'ArrowDown' ? open() : close()
      else move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Escape' && (isShown || isNothing)) {
      // The next Escape leaves the box.
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter' && place !== -1) {
      event.preventDefault()
      leave()
      navigate(options[place]?.to ?? '')
    }
  }

  return (
    <div className="relative flex min-w-0 grow">
      <GetForm action="/search" searchLabel={label}>
        <label className="relative flex min-w-0 grow items-center">
          <span className="sr-only">{label}</span>
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute start-3 size-4 text-muted"
          />
          <input
            ref={input}
            type="search"
            name="q"
            defaultValue={defaultValue}
            placeholder={placeholder}
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
            onBlur={close}
            onKeyDown={onKeyDown}
            {...(isHydrated && {
              role: 'combobox',
              'aria-autocomplete': 'list',
              'aria-expanded': isShown,
              'aria-controls': isShown ? id : undefined,
              'aria-activedescendant': markedId,
            })}
            className={`field w-full rounded-e-none ps-9 ${size === 'large' ? 'min-h-12 text-base' : ''}`}
          />
        </label>
        <button type="submit" className="button -ms-px rounded-s-none">
          Search
        </button>
      </GetForm>
      {isShown && <Suggestions id={id} groups={groups} marked={place} onChoose={leave} />}
      {isNothing && <NoSuggestions text={typed.trim()} />}
    </div>
  )
}

/** Announces how many suggestions there are, once they are all there. */
function useCount(count: number | undefined, typed: string): void {
  // The status region is shared by the whole document.
  useEffect(() => {
    if (count === undefined || (count === 0 && typed === '')) return
    announce(count === 1 ? '1 suggestion' : `${count || 'No'} suggestions`)
  }, [count, typed])
}
