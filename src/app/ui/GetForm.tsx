import type { FormEvent, ReactNode, Ref } from 'react'
import { useNavigate } from 'react-router-dom'

type Props = {
  /** The path of the page that shows the result. */
  action: string
  /** Makes the form a search landmark with this name. */
  searchLabel?: string
  ref?: Ref<HTMLFormElement>
  children: ReactNode
}

/** A form that leads to a page of the explorer. It works without scripts; with them nothing reloads. */
export function GetForm({ action, searchLabel, ref, children }: Props) {
  const navigate = useNavigate()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const search = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget)) {
      // Omit empty fields.
      if (value !== '') search.set(name, String(value))
    }
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    // A form for the current page is one of its filters.
    navigate(search.size === 0 ? action : `${action}?${search}`, {
      preventScrollReset: action === '',
    })
  }

  return (
    <form
      ref={ref}
      action={action}
      onSubmit={submit}
      role={searchLabel === undefined ? undefined : 'search'}
      aria-label={searchLabel}
      className="flex min-w-0 grow"
    >
      {children}
    </form>
  )
}
