import { Link } from 'react-router-dom'

/** The signs are generated, so that they are not read out. On phones, only they are shown. */
const SIGNS = {
  First: "before:content-['«'/'']",
  Previous: "before:content-['‹'/'']",
  Next: "after:content-['›'/'']",
  Last: "after:content-['»'/'']",
}

type Props = {
  name: keyof typeof SIGNS
  to: string
  /** False at an end of the list. The link stays: a removed one would lose the focus. */
  isPossible: boolean
  shortcut?: string | undefined
}

/** A link to another page of a list. */
export function StepLink({ name, to, isPossible, shortcut }: Props) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-disabled={!isPossible}
      aria-keyshortcuts={shortcut}
      className={`button px-2.5 max-sm:text-xl max-sm:leading-none ${SIGNS[name]}`}
    >
      <span className="max-sm:sr-only">{name}</span>
    </Link>
  )
}
