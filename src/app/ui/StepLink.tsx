import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

type Props = Omit<LinkProps, 'to'> & {
  /** Undefined at an end. The link stays, without effect: a removed one would lose the focus. */
  to: string | undefined
  direction: 'previous' | 'next'
  name: string
  shortcut?: string | undefined
  label?: ReactNode
}

export function StepLink({ to, direction, name, shortcut, label, ...link }: Props) {
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
