import { Link } from 'react-router-dom'
import type { Rune } from '../../contract/activity.ts'
import { blockLink, runeBlock } from '../links.ts'
import { UntrustedText } from '../ui/UntrustedText.tsx'

/** A rune's spaced name, number and id. The id links to the block of its etching. */
export function RuneName({ rune }: { rune: Rune }) {
  const block = runeBlock(rune.id)
  return (
    <>
      <UntrustedText text={rune.spaced_name ?? rune.name ?? rune.id} />{' '}
      <span className="inline-block text-sm text-muted">
        {rune.number !== undefined && `#${rune.number} · `}
        {block === undefined ? (
          <UntrustedText text={rune.id} />
        ) : (
          <Link
            to={blockLink(block)}
            className="link"
            title="Etching block"
            aria-label={`${rune.id}, etching block`}
          >
            {rune.id}
          </Link>
        )}
      </span>
    </>
  )
}
