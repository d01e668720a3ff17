import type { ReactNode } from 'react'

type Props = { label: string; children: ReactNode }

/**
 * A named region that scrolls, also by keyboard, and fades where more is hidden. `relative` contains
 * texts for screen readers, which would otherwise make the document as wide as the content.
 */
export function ScrollRegion({ label, children }: Props) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll it only if it has the focus.
      tabIndex={0}
      className="scroll-fade relative max-h-[inherit] overflow-auto"
    >
      {children}
    </section>
  )
}
