import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router-dom'

type Props = {
  /** The hash of links to it; its heading has the id `<id>-heading`. */
  id: string
  /** Whether what is above it has its height. */
  isReady?: boolean
  className?: string
  children: ReactNode
}

/** A section to which links scroll, also if it loads after the page. */
export function LinkedSection({ id, isReady = true, className = '', children }: Props) {
  const { hash, key } = useLocation()
  const isLinked = hash === `#${id}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation has another key.
  useEffect(() => {
    if (isLinked && isReady) document.getElementById(id)?.scrollIntoView()
  }, [id, isLinked, isReady, key])
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      // Even a short one can be at the top of the window.
      className={`scroll-mt-16 ${isLinked ? 'min-h-dvh' : ''} ${className}`}
    >
      {children}
    </section>
  )
}
