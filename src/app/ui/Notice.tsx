import type { ReactNode } from 'react'

type Props = {
  tone: 'information' | 'warning'
  title: string
  /** `alert` makes screen readers read the title and the children at once. */
  role?: 'alert'
  children?: ReactNode
  /** Controls and text that changes by itself, which are not part of the alert. */
  actions?: ReactNode
}

const TONES = {
  information: { className: 'border-line bg-accent-soft', icon: 'icon-info' },
  warning: { className: 'border-send bg-send-soft', icon: 'icon-triangle-alert' },
}

/** A message for the reader, beside or instead of the content. */
export function Notice({ tone, title, role, children, actions }: Props) {
  const { className, icon } = TONES[tone]
  return (
    <section aria-label={title} className={`flex gap-3 rounded-lg border px-4 py-3 ${className}`}>
      <span className={`${icon} mt-1 size-5`} />
      <div className="min-w-0 grow space-y-2">
        <div role={role} className="space-y-2">
          <p className="text-lg font-semibold">{title}</p>
          {children}
        </div>
        {actions}
      </div>
    </section>
  )
}
