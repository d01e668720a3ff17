import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { announce } from '../ui/announcer.tsx'
import { GetForm } from '../ui/GetForm.tsx'
import { useIsHydrated } from '../ui/useIsHydrated.ts'
import { useSuggestions } from './useSuggestions.ts'

const LABEL = 'Search tokens, transactions, blocks and runes'

type Props = {
  defaultValue?: string
  size?: 'normal' | 'large'
}

/** Sends `q` to the search page, and suggests pages while the reader types. */
export function SearchBox({ defaultValue = '', size = 'normal' }: Props) {
  // The key resets the box on a new page.
  const { pathname } = useLocation()
  return <Box key={`${pathname} ${defaultValue}`} defaultValue={defaultValue} size={size} />
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
  const isHydrated = useIsHydrated()
  const [typed, setTyped] = useState(defaultValue)
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState<string>()
  const code = useSuggestionCode(isOpen)
  const { groups, isComplete, isUnknown, explanation } = useSuggestions(isOpen ? typed : '', code)
  const options = groups.flatMap((group) => group.options)
  const isReady = isOpen && code !== undefined
  const isShown = isReady && options.length > 0
  const hasNoMatch = isReady && options.length === 0 && (isUnknown || explanation !== undefined)
  const markedIndex = isShown ? options.findIndex(({ to }) => to === marked) : -1
  const markedId = markedIndex === -1 ? undefined : `${id}-${markedIndex}`
  useCount(isReady && isComplete && !hasNoMatch ? options.length : undefined, typed)

  // The reader may have focused the box before hydration. Only the document knows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the box is hydrated.
  useEffect(() => {
    if (input.current !== null && input.current === document.activeElement) enter(input.current)
  }, [])

  // Scrolling is outside React.
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
    // The text comes before the first option and after the last one. Its index is -1.
    const places = options.length + 1
    setMarked(options[((markedIndex + 1 + step + places) % places) - 1]?.to)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (event.altKey) event.key === 'ArrowDown' ? open() : close()
      else move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Escape' && (isShown || hasNoMatch)) {
      // The next Escape leaves the box.
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter' && markedIndex !== -1) {
      event.preventDefault()
      leave()
      navigate(options[markedIndex]?.to ?? '')
    }
  }

  return (
    <div className="relative flex min-w-0 grow">
      <GetForm action="/search" searchLabel={LABEL}>
        <label className="relative flex min-w-0 grow items-center">
          <span className="sr-only">{LABEL}</span>
          <span className="icon-search pointer-events-none absolute start-3 size-4 text-muted" />
          <input
            ref={input}
            type="search"
            name="q"
            defaultValue={defaultValue}
            placeholder="Name, address, block or id"
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
            className={`field w-full rounded-e-none ps-9 ${size === 'large' ? 'min-h-12 text-base max-sm:placeholder:text-sm' : ''}`}
          />
        </label>
        <button type="submit" className="button -ms-px shrink-0 rounded-s-none">
          Search
        </button>
      </GetForm>
      {isShown && (
        <code.Suggestions id={id} groups={groups} marked={markedIndex} onChoose={leave} />
      )}
      {hasNoMatch && <code.NoSuggestions text={typed.trim()} explanation={explanation} />}
    </div>
  )
}

/** Loads when the reader opens the box. Undefined until then: the box is a plain form. */
function useSuggestionCode(isNeeded: boolean) {
  const { data } = useQuery({
    queryKey: ['suggestion code'],
    queryFn: async () => {
      const [list, parser, grouping] = await Promise.all([
        import('./Suggestions.tsx'),
        import('./parseQuery.ts'),
        import('./chooseSuggestions.ts'),
      ])
      return { ...list, ...parser, ...grouping }
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isNeeded,
  })
  return data
}

/** Announces the number of suggestions once all have loaded. */
function useCount(count: number | undefined, typed: string): void {
  // The status region is shared by the whole document.
  useEffect(() => {
    if (count === undefined || (count === 0 && typed === '')) return
    announce(count === 1 ? '1 suggestion' : `${count || 'No'} suggestions`)
  }, [count, typed])
}
