import type { ReactNode } from 'react'

type Props = { label: string; children: ReactNode }

/**
 * Content that may be wider or taller than its place: named, and reachable by keyboard to scroll. `relative` keeps what is
 * only for screen readers inside, which would make the document as wide as the content.
 */
export function ScrollRegion({ label, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a stop here no key could scroll it.
    <section aria-label={label} tabIndex={0} className="relative max-h-[inherit] overflow-auto">
      {children}
    </section>
  )
}
