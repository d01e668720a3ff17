import { Link } from 'react-router-dom'
import { nameOfRune, type Rune } from '../../contract/activity.ts'
import { parseRune } from '../../contract/identifiers.ts'
import { runeLink } from '../links.ts'
import { UntrustedText } from '../ui/UntrustedText.tsx'

/** A rune's spaced name, linked to its page, with its number and id. */
export function RuneName({ rune }: { rune: Rune }) {
  const name = <UntrustedText text={nameOfRune(rune)} />
  return (
    <>
      {parseRune(rune.id)?.kind === 'id' ? (
        <Link to={runeLink(rune.id)} className="link">
          {name}
        </Link>
      ) : (
        name
      )}{' '}
      <span className="inline-block text-sm text-muted">
        {rune.number !== undefined && `#${rune.number} · `}
        <UntrustedText text={rune.id} />
      </span>
    </>
  )
}
