import type { ReactNode } from 'react'

/** Warns that a name or symbol identifies no token. `children` says how many tokens share it. */
export function NamesakeWarning({ children }: { children: ReactNode }) {
  return (
    <p>
      <strong>{children}</strong> Anyone can deploy a token with any name or symbol; Cairn cannot
      vouch for any of them. The order does not show which one is genuine. Compare the contract
      principal with the one that the project publishes.
    </p>
  )
}
