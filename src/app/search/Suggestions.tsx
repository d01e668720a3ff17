import { useEffect, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { announce } from '../ui/announcer.tsx'
import { ForeignText } from '../ui/ForeignText.tsx'
import { quote } from '../ui/quote.ts'
import { SuggestedPage } from './SuggestedPage.tsx'
import { type SuggestionGroup, useSuggestions } from './useSuggestions.ts'

type Props = { input: HTMLInputElement; id: string }

/**
 * The list below a search box, which it makes a combobox with list autocomplete as the WAI-ARIA
 * Authoring Practices describe it: the focus stays in the box, arrows mark an option, Enter opens it,
 * Escape closes the list. Without a marked option Enter sends the form.
 */
export function Suggestions({ input, id }: Props) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(input.value)
  const [isOpen, setOpen] = useState(() => input === document.activeElement && invites(input))
  const [marked, setMarked] = useState<string>()
  const { groups, isSettled, isUnknown } = useSuggestions(typed)
  const options = groups.flatMap((group) => group.options)
  const isShown = isOpen && options.length > 0
  const isNothing = isOpen && options.length === 0 && isUnknown
  const place = isShown ? options.findIndex(({ to }) => to === marked) : -1
  useStates(input, id, isShown, place === -1 ? undefined : `${id}-${place}`)
  useCount(isOpen && isSettled && !isNothing ? options.length : undefined, typed)

  function close() {
    setOpen(false)
    setMarked(undefined)
  }

  function open() {
    setOpen(true)
    setMarked(undefined)
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

  function leave() {
    close()
    input.value = ''
    setTyped('')
  }

  // The box was there before this code and is drawn without it. Heard at once, or what is pasted
  // right now would be missed.
  useLayoutEffect(() => {
    const listeners: Record<string, (event: Event) => void> = {
      input: () => {
        setTyped(input.value)
        open()
      },
      focus: () => invites(input) && open(),
      click: () => invites(input) && open(),
      blur: close,
      keydown: (event) => event instanceof KeyboardEvent && onKeyDown(event),
    }
    for (const [name, listener] of Object.entries(listeners)) input.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        input.removeEventListener(name, listener)
    }
  })

  if (isNothing) return <Nothing text={typed.trim()} />
  if (!isShown) return null
  return <List id={id} groups={groups} marked={place} onChoose={leave} />
}

/** A box that holds the search of its page asks for nothing until its text is changed. */
function invites(input: HTMLInputElement): boolean {
  return input.value === '' || input.value !== input.defaultValue
}

/** Tells those who listen about the list below the box. */
function useStates(input: HTMLInputElement, id: string, isShown: boolean, marked?: string): void {
  // The box is drawn by SearchBox, outside of this.
  useLayoutEffect(() => {
    input.setAttribute('aria-expanded', String(isShown))
    if (isShown) input.setAttribute('aria-controls', id)
    else input.removeAttribute('aria-controls')
    if (marked !== undefined) input.setAttribute('aria-activedescendant', marked)
    else input.removeAttribute('aria-activedescendant')
    if (marked !== undefined)
      document.getElementById(marked)?.scrollIntoView?.({ block: 'nearest' })
  }, [input, id, isShown, marked])
}

/** Says how many there are, once they are all there. */
function useCount(count: number | undefined, typed: string): void {
  // The status region is shared by the whole document.
  useEffect(() => {
    if (count === undefined || (count === 0 && typed === '')) return
    announce(count === 1 ? '1 suggestion' : `${count || 'No'} suggestions`)
  }, [count, typed])
}

/** Stands where the list would. What is said need not be shown in full. */
function Nothing({ text }: { text: string }) {
  const sentence = `Nothing here is called ${quote(text)}; Enter searches.`
  // The status region is shared by the whole document.
  useEffect(() => announce(sentence), [sentence])
  return (
    <p className={`${PLACE} px-3 text-muted`}>
      <ForeignText text={sentence} />
    </p>
  )
}

const PLACE =
  'panel absolute inset-x-0 top-full z-10 mt-1 max-h-[70dvh] overflow-y-auto py-1 raised'

type ListProps = {
  id: string
  groups: SuggestionGroup[]
  marked: number
  onChoose: () => void
}

function List({ id, groups, marked, onChoose }: ListProps) {
  let index = 0
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      // The focus stays in the box.
      onMouseDown={(event) => event.preventDefault()}
      className={PLACE}
    >
      {groups.map(({ title, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a list box holds groups, and no fieldsets.
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden="true" className="px-3 pt-1 text-sm font-semibold text-muted">
            {title}
          </p>
          {options.map((option) => {
            const place = index++
            return (
              <a
                key={option.to}
                id={`${id}-${place}`}
                href={option.to}
                role="option"
                aria-selected={place === marked}
                tabIndex={-1}
                onClick={onChoose}
                className="block px-3 py-1.5 hover:bg-sunken aria-selected:bg-accent-soft aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent"
              >
                <SuggestedPage {...option} />
              </a>
            )
          })}
        </div>
      ))}
    </div>
  )
}
