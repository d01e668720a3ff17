import type { FormEvent, ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'

type Props = {
  /** The path of the page that shows the result; '' for this one, whose other parameters stay. */
  action: string
  /** Where on that page the result is. */
  hash?: string
  /** The parameters that the form of this page sets. */
  sets?: string[]
  /** Makes the form a search landmark with this name. */
  searchLabel?: string
  children: ReactNode
}

/** A form that leads to a page of the explorer. It works without scripts; with them nothing reloads. */
export function GetForm({ action, hash = '', sets = [], searchLabel, children }: Props) {
  const navigate = useNavigate()
  const [current] = useSearchParams()
  // What the form sets is another list, which begins at its first row.
  const replaced = ['offset', 'row', ...sets]
  const others = action === '' ? [...current].filter(([name]) => !replaced.includes(name)) : []

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const search = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget)) {
      // Omit empty fields.
      if (value !== '') search.append(name, String(value))
    }
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    // A form for the current page is one of its filters.
    navigate((search.size === 0 ? action || '?' : `${action}?${search}`) + hash, {
      preventScrollReset: action === '',
    })
  }

  return (
    <form
      action={action + hash}
      onSubmit={submit}
      role={searchLabel === undefined ? undefined : 'search'}
      aria-label={searchLabel}
      className="flex min-w-0 grow"
    >
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
