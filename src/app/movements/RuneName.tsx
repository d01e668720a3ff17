import { Link } from 'react-router-dom'
import { runeLink } from '../links.ts'
import { INVISIBLE } from '../ui/invisibleCharacters.ts'

type Rune = { id: string; name?: string | undefined; spaced_name?: string | undefined }

/** The name shown for a rune: its spaced name if the service sent one. */
export function nameOfRune({ spaced_name, name, id }: Rune): string {
  return spaced_name ?? name ?? id
}

type SymbolProps = { symbol: string | undefined; size?: 'small' | 'large' }

/** The symbol of a rune in a box. One that cannot be seen, and none, are shown as the first rune letter. */
export function RuneSymbol({ symbol, size = 'small' }: SymbolProps) {
  const isVisible = symbol !== undefined && symbol.trim() !== '' && !INVISIBLE.test(symbol)
  return (
    <span
      aria-hidden="true"
      className={`inline-grid shrink-0 place-items-center overflow-hidden bg-sunken align-middle leading-none ${size === 'small' ? 'size-5 rounded-sm text-sm' : 'size-10 rounded-md border border-line text-2xl'} ${isVisible ? '' : 'text-faint'}`}
    >
      {isVisible ? symbol : 'ᚠ'}
    </span>
  )
}

type Props = { rune: Rune & { symbol?: string | undefined } }

/** A rune with its symbol, as a link to its page. */
export function RuneName({ rune }: Props) {
  return (
    <Link
      to={runeLink(rune.id)}
      className="inline-flex min-w-0 items-center gap-1.75 font-medium hover:underline hover:underline-offset-3 focus-visible:underline"
    >
      <RuneSymbol symbol={rune.symbol} />
      <span className="truncate">{nameOfRune(rune)}</span>
    </Link>
  )
}
