import { useLanguage } from '../ui/language.ts'
import { type FigureName, formatDecimal, inWords, trimDecimal } from '../ui/numbers.tsx'
import type { Palette } from './palette.ts'

/** The first and the last value of a line, in digits. */
type Ends = { first: string; last: string }

type Props = {
  title: string
  y: number
  palette: Palette
  ends?: Ends | undefined
  /** What the ends are called: "history.first_holders". */
  names?: { [End in keyof Ends]: FigureName }
}

/** "Holders 88 → 1,546" */
export function PanelTitle({ title, y, palette, ends, names }: Props) {
  const language = useLanguage()
  const [first, last] = [ends?.first, ends?.last].map(
    (digits) => digits && shorten(digits, language),
  )
  return (
    <text y={y} fontSize="12" fill={palette.muted}>
      <tspan fontWeight="600" fill={palette.ink}>
        {title}
      </tspan>
      {first !== undefined && last !== undefined && (
        <>
          <tspan data-value={names?.first} dx="6">
            {first}
          </tspan>
          {first !== last && (
            <>
              {' → '}
              <tspan data-value={names?.last}>{last}</tspan>
            </>
          )}
        </>
      )}
    </text>
  )
}

const MAX_SHORT = 15

/** Undefined if there is no room. */
function shorten(digits: string, language: string): string | undefined {
  const trimmed = trimDecimal(digits)
  return trimmed.length <= MAX_SHORT ? formatDecimal(trimmed, language) : inWords(digits)
}
