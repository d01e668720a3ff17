import { Link } from 'react-router-dom'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'
import { runeLink } from '../links.ts'
import { Breakable } from '../ui/Breakable.tsx'
import { Tinted } from '../ui/Tinted.tsx'
import { nameDifference } from './nameDifference.ts'
import { RuneSymbol } from './RuneName.tsx'

type Props = {
  rune: Pick<RuneLabel, 'id' | 'name' | 'spaced_name' | 'symbol'>
  /** The name that it looks like. */
  like: string
}

/** The name of a rune with the letters tinted that differ from another one. Where one is left out, there is a gap. */
export function LookAlikeName({ rune, like }: Props) {
  const { at, own } = nameDifference(rune.name, like)
  const start = placeOf(rune.spaced_name, at)
  const end = own === '' ? start : placeOf(rune.spaced_name, at + own.length - 1) + 1
  return (
    <Link
      to={runeLink(rune.id)}
      className="inline-block max-w-full font-medium text-ink hover:underline hover:underline-offset-3 focus-visible:underline"
    >
      <RuneSymbol symbol={rune.symbol} />{' '}
      <Breakable text={rune.spaced_name.slice(0, start)} after="•" />
      {own === '' ? (
        <span
          aria-hidden="true"
          className="mx-px inline-block h-[1em] w-1.5 rounded-xs border border-dashed border-warn align-[-0.1em]"
        />
      ) : (
        <Tinted isTight>{rune.spaced_name.slice(start, end)}</Tinted>
      )}
      <Breakable text={rune.spaced_name.slice(end)} after="•" />
    </Link>
  )
}

/** Where a letter of a name is in the name with spacers. Behind the last one, its end. */
function placeOf(spacedName: string, letter: number): number {
  let left = letter
  for (const [place, character] of [...spacedName].entries()) {
    if (character !== '•' && left-- === 0) return place
  }
  return spacedName.length
}
