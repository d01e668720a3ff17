import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'

type Props = {
  tone: 'information' | 'warning'
  title: string
  /** `alert` says the title and what follows at once. */
  role?: 'alert'
  children?: ReactNode
  /** What is pressed or changes by itself: no part of what is said. */
  actions?: ReactNode
}

const TONES = {
  information: 'border-line bg-accent-soft',
  warning: 'border-send bg-send-soft',
}

/** Something the reader has to know, beside or instead of what was asked for. */
export function Notice({ tone, title, role, children, actions }: Props) {
  return (
    <section aria-label={title} className={`flex gap-3 rounded-lg border px-4 py-3 ${TONES[tone]}`}>
      <span className="mt-0.5 shrink-0">
        <Icon name={tone} />
      </span>
      <div className="min-w-0 grow stack-2">
        <div role={role} className="stack-2">
          <p className="font-semibold">{title}</p>
          {children}
        </div>
        {actions}
      </div>
    </section>
  )
}
