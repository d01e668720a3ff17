import { Check, Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const LOOKS = {
  good: { Icon: Check, className: 'text-mint' },
  open: { Icon: Clock, className: '' },
  bad: { Icon: TriangleAlert, className: 'text-warn' },
}

type Props = { look: keyof typeof LOOKS; children: ReactNode }

/** What speaks for a transaction, against it, or is open: an entry of a list. */
export function Line({ look, children }: Props) {
  const { Icon, className } = LOOKS[look]
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden="true" size={16} className={`mt-0.5 shrink-0 ${className}`} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}
