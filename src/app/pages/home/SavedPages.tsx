import { type MouseEvent, useId } from 'react'
import { Link } from 'react-router-dom'
import {
  favourites,
  removeLink,
  type SavedLink,
  type SavedLinks,
  visits,
} from '../../search/savedLinks.ts'
import { announce } from '../../ui/announcer.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

/** The favourites and recently viewed pages on this device, with buttons to remove them. */
export function SavedPages() {
  return (
    <>
      <SavedList title="Favourites" things="favourites" links={favourites} />
      <SavedList title="Recently viewed" things="recently viewed pages" links={visits} />
    </>
  )
}

type Props = {
  title: string
  /** What the list contains: "favourites". */
  things: string
  links: SavedLinks
}

function SavedList({ title, things, links }: Props) {
  const id = useId()
  const shown = links.use()
  if (shown.length === 0) return null

  function remove(event: MouseEvent<HTMLButtonElement>, link: SavedLink) {
    const entry = event.currentTarget.closest('li')
    const next = entry?.nextElementSibling ?? entry?.previousElementSibling
    focusOn(next?.querySelector('button'))
    removeLink(links, link)
    announce(`Removed ${link.title}`)
  }

  function removeAll() {
    focusOn(null)
    links.set([])
    announce(`Removed all ${things}`)
  }

  return (
    <section aria-labelledby={id} className="space-y-3">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id={id} className="text-xl font-semibold">
          {title}
        </h2>
        <p className="text-sm text-muted">Stored only on this device</p>
        <button
          type="button"
          onClick={removeAll}
          aria-label={`Remove all ${things}`}
          className="link ms-auto min-h-6 text-sm"
        >
          Remove all
        </button>
      </div>
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {shown.map((link) => (
          <li
            key={link.to}
            className="flex items-start justify-between gap-x-4 border-b border-line py-1.5"
          >
            <span className="min-w-0">
              <Link to={link.to} className="link font-semibold">
                <UntrustedText text={link.title} />
              </Link>
              <span className="ms-2 text-sm text-muted">{link.kind}</span>
            </span>
            <IconButton
              label={`Remove ${link.title}`}
              icon="before:icon-x"
              onClick={(event) => remove(event, link)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Moves the focus from a button that is about to disappear to another one, or to the heading. */
function focusOn(button: HTMLButtonElement | null | undefined): void {
  const target = button ?? document.querySelector('h1')
  target?.focus()
}
