import { Link } from 'react-router-dom'
import { type RuneIdentifier, runeText } from '../../../contract/identifiers.ts'
import { searchLink } from '../../links.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'

/** The page of a rune that the service does not have. */
export function UnknownRune({ rune }: { rune: RuneIdentifier }) {
  const text = runeText(rune)
  return (
    <>
      <PageHeading kind="Rune">Rune not found</PageHeading>
      <p>
        The service has no rune with the {rune.kind} “{text}”. It may not be indexed yet, or the{' '}
        {rune.kind} may have a typo.
      </p>
      <p className="flex flex-wrap gap-2">
        {rune.kind !== 'id' && (
          <Link to={searchLink(rune.kind === 'number' ? `#${text}` : text)} className="button">
            Search for {text}
          </Link>
        )}
        <Link to="/runes" className="button">
          See all runes
        </Link>
      </p>
    </>
  )
}
