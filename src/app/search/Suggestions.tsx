import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { announce } from '../ui/announcer.tsx'
import { quote, UntrustedText } from '../ui/UntrustedText.tsx'
import type { SuggestionGroup } from './chooseSuggestions.ts'
import { SuggestedPage } from './SuggestedPage.tsx'

type Props = {
  id: string
  groups: SuggestionGroup[]
  /** The index of the marked option among all options, or -1. */
  marked: number
  onChoose: () => void
}

/** The list below a search box. */
export function Suggestions({ id, groups, marked, onChoose }: Props) {
  let count = 0
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      // Keeps the focus in the box.
      onMouseDown={(event) => event.preventDefault()}
      className={POPUP}
    >
      {groups.map(({ title, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox may contain groups, but no fieldsets.
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden="true" className="px-3 pt-1 text-sm font-semibold text-muted">
            {title}
          </p>
          {options.map((option) => {
            const index = count++
            return (
              <Link
                key={option.to}
                id={`${id}-${index}`}
                to={option.to}
                role="option"
                aria-selected={index === marked}
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

type NoSuggestionsProps = {
  text: string
  /** What is wrong with the text, if that is known. */
  explanation: string | undefined
}

/** Shown and announced instead of the list. */
export function NoSuggestions({ text, explanation }: NoSuggestionsProps) {
  const sentence = explanation ?? `No suggestions for ${quote(text)}. Press Enter to search.`
  // The status region is shared by the whole document.
  useEffect(() => announce(sentence), [sentence])
  return (
    <p className={`${POPUP} px-3 ${explanation === undefined ? 'text-muted' : ''}`}>
      <UntrustedText text={sentence} />
    </p>
  )
}

const POPUP =
  'panel absolute inset-x-0 top-full z-10 mt-1 max-h-[70dvh] overflow-y-auto py-1 shadow-lg'
