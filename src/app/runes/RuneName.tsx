import { Link } from 'react-router-dom'
import type { RuneLabel } from '../../contract/schemas/runeLabel.ts'
import { runeLink } from '../links.ts'
import { Breakable } from '../ui/Breakable.tsx'
import { INVISIBLE } from '../ui/invisibleCharacters.ts'

type SymbolProps = { symbol: string | undefined; size?: keyof typeof SIZES }

const SIZES = {
  small: 'size-5 rounded-sm text-sm',
  medium: 'size-6 rounded-sm text-base',
  large: 'size-10 rounded-md border border-line text-2xl',
}

/**
 * The symbol of a rune in a box. Without one it is ¤, the generic currency sign, as `ord` has it (docs/src/runes.md);
 * one that cannot be seen is an empty outline.
 */
export function RuneSymbol({ symbol, size = 'small' }: SymbolProps) {
  const isInvisible = symbol !== undefined && (symbol.trim() === '' || INVISIBLE.test(symbol))
  return (
    <span
      aria-hidden="true"
      className={`inline-grid shrink-0 place-items-center overflow-hidden bg-sunken align-middle leading-none ${SIZES[size]} ${symbol === undefined ? 'text-faint' : ''}`}
    >
      {isInvisible ? (
        <span className="size-1/2 border border-dashed border-control" />
      ) : (
        (symbol ?? '¤')
      )}
    </span>
  )
}

type Props = {
  rune: Pick<RuneLabel, 'id' | 'spaced_name'> & Partial<Pick<RuneLabel, 'symbol'>>
  /** In a sentence, where a name that is longer than the line breaks at its spacers. */
  isInline?: boolean
  /** Raw records do not have the symbol. */
  hasSymbol?: boolean
}

export function RuneName({ rune, isInline = false, hasSymbol = true }: Props) {
  return (
    <Link
      to={runeLink(rune.id)}
      className={`min-w-0 font-medium hover:underline hover:underline-offset-3 focus-visible:underline max-w-full ${isInline ? 'inline-block' : 'inline-flex items-center gap-1.75 align-middle'}`}
    >
      {hasSymbol && <RuneSymbol symbol={rune.symbol} />}
      {isInline && ' '}
      <span className={isInline ? '' : 'truncate phone:whitespace-normal'}>
        <Breakable text={rune.spaced_name} after="•" />
      </span>
    </Link>
  )
}
