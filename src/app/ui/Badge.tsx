import type { ReactNode } from 'react'
import { Popover } from './Popover.tsx'

export const TONES = {
  plain: 'bg-sunken text-muted',
  good: 'bg-mint-soft text-mint',
  bad: 'bg-burn-soft text-burn',
  warn: 'bg-warn-soft text-warn',
  pending: 'border border-dashed border-muted text-ink',
} as const

export type Tone = keyof typeof TONES

type Props = {
  tone?: Tone
  children: ReactNode
  /** What the badge means: a title and some sentences, shown when it is pressed. */
  explanation?: { title: string; text: ReactNode } | undefined
}

const LOOK =
  'inline-flex min-h-5.5 items-center gap-1 rounded-sm px-2 text-xs font-medium whitespace-nowrap forced-colors:border'

/** A status in a word or two. */
export function Badge({ tone = 'plain', children, explanation }: Props) {
  if (explanation === undefined) return <span className={`${LOOK} ${TONES[tone]}`}>{children}</span>
  return (
    <Popover
      className={`${LOOK} ${TONES[tone]} min-h-6 hover:brightness-95`}
      label={children}
      title={explanation.title}
    >
      <p className="text-sm text-muted">{explanation.text}</p>
    </Popover>
  )
}
