import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { type FactList, knownFacts } from './Facts.tsx'
import { StepLink } from './Steps.tsx'

type Props = {
  title: string
  /** "2 of 139". */
  position: string
  previous?: string | undefined
  next?: string | undefined
  close: string
  children: ReactNode
  footer?: ReactNode
}

/**
 * The details of the open row of a table, beside it; a sheet from below on phones. Its links keep it in
 * the URL.
 */
export function SidePanel({ title, position, previous, next, close, children, footer }: Props) {
  const panel = useRef<HTMLElement>(null)
  const closeLink = useRef<HTMLAnchorElement>(null)
  useRowFocus(panel, position)
  useEffect(() => {
    function onKeyDown({ key, target, defaultPrevented }: KeyboardEvent) {
      if (key !== 'Escape' || defaultPrevented) return
      const isTaken = target instanceof Element && target.matches('input, [popover] *')
      if (!isTaken && document.querySelector(':popover-open') === null) closeLink.current?.click()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      {/* On phones, a press beside the sheet closes it. */}
      <Link
        to={close}
        preventScrollReset
        replace
        tabIndex={-1}
        aria-hidden="true"
        className="fixed inset-0 z-20 animate-[fade-in_120ms] bg-black/40 wide:hidden print:hidden"
      />
      <section
        ref={panel}
        aria-label={`${title}, ${position}`}
        tabIndex={-1}
        className="floating fixed inset-y-4 end-4 top-18 z-20 flex w-105 animate-[fade-in_120ms] flex-col overflow-clip outline-none phone:inset-x-0 phone:top-auto phone:bottom-0 phone:max-h-[85dvh] phone:w-auto phone:rounded-b-none print:hidden"
      >
        <header className="flex items-center gap-2 border-b border-line px-4 py-3">
          <h2 className="text-lg font-semibold">{title}</h2>
          <span className="grow text-sm text-muted tabular-nums">{position}</span>
          <Step to={previous} direction="previous" name="Previous row" shortcut="k" />
          <Step to={next} direction="next" name="Next row" shortcut="j" />
          <Link
            ref={closeLink}
            to={close}
            preventScrollReset
            replace
            aria-label="Close"
            title="Close (Esc)"
            className="button icon-button"
          >
            <X size={16} aria-hidden="true" />
          </Link>
        </header>
        <div className="min-h-0 grow overflow-y-auto">{children}</div>
        <footer className="flex items-center gap-2 border-t border-line px-4 py-3 empty:hidden">
          {footer}
        </footer>
      </section>
    </>
  )
}

function Step(step: ComponentProps<typeof StepLink>) {
  const title = `${step.name} (${step.shortcut})`
  return <StepLink {...step} title={title} preventScrollReset replace />
}

/**
 * Moves the focus into the panel when the reader opens it, and back to the row when it closes. Keeps the
 * row in view; `position` says which one it is.
 */
function useRowFocus(panel: RefObject<HTMLElement | null>, position: string): void {
  const row = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another position, another row is open.
  useEffect(() => {
    row.current = document.querySelector('tr[data-open]')
    row.current?.scrollIntoView({ block: 'nearest' })
  }, [position])
  useEffect(() => {
    // A page that is opened with a row begins at its heading.
    if (document.activeElement !== document.body) panel.current?.focus({ preventScroll: true })
    return () => {
      const opener = row.current?.querySelector<HTMLElement>('a[href*="row="]')
      opener?.focus({ preventScroll: true })
    }
  }, [panel])
}

export function Details({ details }: { details: FactList }) {
  return (
    <dl className="py-2">
      {knownFacts(details).map(([name, value]) => (
        <div
          key={name}
          className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-baseline gap-x-4 px-4 py-2"
        >
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="min-w-0 text-sm wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
