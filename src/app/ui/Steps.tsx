import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

export type Step = Omit<LinkProps, 'to'> & {
  /** Undefined at an end. The link stays, without effect: a removed one would lose the focus. */
  to?: string | undefined
  direction: 'previous' | 'next'
  name: string
  shortcut?: string | undefined
  label?: ReactNode
}

/** The links to what is before and after something, in this order. */
export function Steps({ label, steps }: { label: string; steps: Step[] }) {
  return (
    <nav aria-label={label} className="flex gap-1.5">
      {steps.map((step) => (
        <StepLink key={step.direction} {...step} />
      ))}
    </nav>
  )
}

export function StepLink({ to, direction, name, shortcut, label, ...link }: Step) {
  const isPrevious = direction === 'previous'
  const Chevron = isPrevious ? ChevronLeft : ChevronRight
  const chevron = <Chevron size={16} aria-hidden="true" className="rtl:-scale-x-100" />
  return (
    <Link
      to={to ?? ''}
      onClick={(event) => to === undefined && event.preventDefault()}
      aria-disabled={to === undefined}
      aria-keyshortcuts={shortcut}
      tabIndex={to === undefined ? -1 : undefined}
      className={`button relative ${label ? 'px-2' : 'icon-button'}`}
      {...link}
    >
      {isPrevious && chevron}
      <span className="sr-only">{name}</span>{' '}
      {label && <span className="phone:hidden">{label}</span>}
      {!isPrevious && chevron}
    </Link>
  )
}
