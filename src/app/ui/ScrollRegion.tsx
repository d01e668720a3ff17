import type { ReactNode } from 'react'

type Props = { label: string; children: ReactNode }

/**
 * A named region that scrolls, also by keyboard. `relative` contains texts for screen readers, which
 * would otherwise make the document as wide as the content.
 */
export function ScrollRegion({ label, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll it only if it has the focus.
    <section aria-label={label} tabIndex={0} className="relative max-h-[inherit] overflow-auto">
      {children}
    </section>
  )
}
