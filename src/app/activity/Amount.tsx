import { formatDecimal } from '../ui/numbers.tsx'
import { useLanguage } from '../ui/reader.ts'

// Fits beside its label in the card of a record on a screen 320 px wide.
const MAX_SHORT_LENGTH = 20

/** An exact amount on one line. A long one scrolls where there is no room for it. */
export function Amount({ digits }: { digits: string }) {
  const text = formatDecimal(digits, useLanguage())
  const isLong = text.length > MAX_SHORT_LENGTH
  return (
    <span
      // A stop for the keyboard, or no key could scroll it.
      {...(isLong && { tabIndex: 0, role: 'group', 'aria-label': 'Amount' })}
      className={`whitespace-nowrap tabular-nums ${isLong ? 'inline-block max-w-full overflow-x-auto align-bottom print:wrap-anywhere print:whitespace-normal' : ''}`}
    >
      {text}
    </span>
  )
}
