import { type MouseEvent, useId } from 'react'
import {
  dropLink,
  favourites,
  type KeptLink,
  type KeptLinks,
  visits,
} from '../../search/keptLinks.ts'
import { announce } from '../../ui/announcer.tsx'
import { ForeignText } from '../../ui/ForeignText.tsx'
import { Icon } from '../../ui/icons.tsx'

/** What this device remembers of the pages that were read, and the way to forget each. */
export function RememberedPages() {
  return (
    <>
      <KeptList title="Favourites" links={favourites} />
      <KeptList title="Recently viewed" links={visits} />
    </>
  )
}

type Props = { title: string; links: KeptLinks }

function KeptList({ title, links }: Props) {
  const id = useId()
  const shown = links.use()
  if (shown.length === 0) return null

  function remove(event: MouseEvent<HTMLButtonElement>, link: KeptLink) {
    const entry = event.currentTarget.closest('li')
    const next = entry?.nextElementSibling ?? entry?.previousElementSibling
    focusOn(next?.querySelector('button'))
    dropLink(links, link)
    announce(`Removed ${link.title}`)
  }

  function removeAll() {
    focusOn(null)
    links.set([])
    announce(`Removed all of ${title.toLowerCase()}`)
  }

  return (
    <section aria-labelledby={id} className="stack-3">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="text-sm text-muted">Kept on this device alone</p>
        <button
          type="button"
          onClick={removeAll}
          aria-label={`Remove all of ${title.toLowerCase()}`}
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
              <a href={link.to} className="link font-medium">
                <ForeignText text={link.title} />
              </a>
              <span className="ms-2 text-sm text-muted">{link.kind}</span>
            </span>
            <button
              type="button"
              onClick={(event) => remove(event, link)}
              aria-label={`Remove ${link.title}`}
              className="grid size-6 shrink-0 place-items-center text-muted hover:text-accent"
            >
              <Icon name="remove" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The button that was pressed is about to go: its neighbour takes the focus, or the page's heading. */
function focusOn(button: HTMLButtonElement | null | undefined): void {
  const place = button ?? document.querySelector('h1')
  place?.focus()
}
