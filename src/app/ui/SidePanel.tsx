import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'

type Props = {
  title: string
  /** "2 of 139". */
  place: string
  previous: string | undefined
  next: string | undefined
  close: string
  children: ReactNode
  footer: ReactNode
}

/** The details of a row beside the list; a sheet from below on phones. Its links keep it in the URL. */
export function SidePanel({ title, place, previous, next, close, children, footer }: Props) {
  const panel = useRef<HTMLElement>(null)
  const closeLink = useRef<HTMLAnchorElement>(null)
  // The focus and the keys of the document are outside React.
  useEffect(() => {
    const opener = document.activeElement
    panel.current?.focus({ preventScroll: true })
    function onKeyDown({ key, defaultPrevented }: KeyboardEvent) {
      if (key === 'Escape' && !defaultPrevented) closeLink.current?.click()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    <aside
      ref={panel}
      aria-label={title}
      tabIndex={-1}
      className="floating fixed inset-y-4 end-4 top-18 z-20 flex w-105 animate-[fade-in_120ms] flex-col overflow-clip outline-none phone:inset-x-0 phone:top-auto phone:bottom-0 phone:max-h-[85dvh] phone:w-auto phone:rounded-b-none print:hidden"
    >
      <header className="flex items-center gap-2 border-b border-line px-4 py-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        <span className="grow text-sm text-muted tabular-nums">{place}</span>
        <StepLink to={previous} name="Previous row">
          <ChevronLeft size={16} aria-hidden="true" />
        </StepLink>
        <StepLink to={next} name="Next row">
          <ChevronRight size={16} aria-hidden="true" />
        </StepLink>
        <Link
          ref={closeLink}
          to={close}
          preventScrollReset
          replace
          aria-label="Close"
          className="button icon-button"
        >
          <X size={16} aria-hidden="true" />
        </Link>
      </header>
      <div className="min-h-0 grow overflow-y-auto">{children}</div>
      <footer className="flex items-center gap-2 border-t border-line px-4 py-3">{footer}</footer>
    </aside>
  )
}

type StepProps = { to: string | undefined; name: string; children: ReactNode }

function StepLink({ to, name, children }: StepProps) {
  if (to === undefined) {
    return (
      <span aria-disabled="true" className="button icon-button">
        {children}
      </span>
    )
  }
  return (
    <Link to={to} preventScrollReset replace aria-label={name} className="button icon-button">
      {children}
    </Link>
  )
}

/** A line of details. */
export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-baseline gap-x-4 px-4 py-2">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-0 text-sm wrap-anywhere">{children}</dd>
    </div>
  )
}
