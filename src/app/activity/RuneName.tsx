import type { Rune } from '../../contract/activity.ts'
import { blockLink, runeBlock } from '../links.ts'
import { ForeignText } from '../ui/ForeignText.tsx'

/** A rune by its spaced name, with number and id behind; the id leads to the block of its etching. */
export function RuneName({ rune }: { rune: Rune }) {
  const block = runeBlock(rune.id)
  return (
    <>
      <ForeignText text={rune.spaced_name ?? rune.name ?? rune.id} />{' '}
      <span className="text-sm whitespace-nowrap text-muted">
        {rune.number !== undefined && `#${rune.number} · `}
        {block === undefined ? (
          rune.id
        ) : (
          <a
            href={blockLink(block)}
            className="link"
            title="Block of its etching"
            aria-label={`${rune.id}, block of its etching`}
          >
            {rune.id}
          </a>
        )}
      </span>
    </>
  )
}
