import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { announce } from '../ui/announcer.tsx'
import { quote, UntrustedText } from '../ui/UntrustedText.tsx'
import { SuggestedPage } from './SuggestedPage.tsx'
import type { SuggestionGroup } from './useSuggestions.ts'

type Props = {
  id: string
  groups: SuggestionGroup[]
  /** The place of the marked option among all, or -1. */
  marked: number
  onChoose: () => void
}

/** The list below a search box. */
export function Suggestions({ id, groups, marked, onChoose }: Props) {
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
              <Link
                key={option.to}
                id={`${id}-${place}`}
                to={option.to}
                role="option"
                aria-selected={place === marked}
                tabIndex={-1}
                onClick={onChoose}
                className="block px-3 py-1.5 hover:bg-sunken aria-selected:bg-accent-soft aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent"
              >
                <SuggestedPage {...option} />
              </Link>
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** Stands where the list would, and is announced. */
export function NoSuggestions({ text }: { text: string }) {
  const sentence = `Nothing here is called ${quote(text)}; Enter searches.`
  // The status region is shared by the whole document.
  useEffect(() => announce(sentence), [sentence])
  return (
    <p className={`${PLACE} px-3 text-muted`}>
      <UntrustedText text={sentence} />
    </p>
  )
}

const PLACE =
  'panel absolute inset-x-0 top-full z-10 mt-1 max-h-[70dvh] overflow-y-auto py-1 shadow-lg'
