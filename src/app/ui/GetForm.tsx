import type { FormEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

type Props = {
  /** The path of the page that answers. */
  action: string
  /** Makes the form a search landmark of this name. */
  searchLabel?: string
  children: ReactNode
}

/** A form that leads to a page of ours: by itself before any script runs, without a load after. */
export function GetForm({ action, searchLabel, children }: Props) {
  const navigate = useNavigate()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const search = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget)) {
      // An empty field asks for nothing.
      if (value !== '') search.set(name, String(value))
    }
    navigate(search.size === 0 ? action : `${action}?${search}`)
  }

  return (
    <form
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
