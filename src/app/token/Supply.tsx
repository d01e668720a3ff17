import type { Token } from '../../contract/token.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { ForeignText } from '../ui/ForeignText.tsx'
import { formatDecimal, Numeral } from '../ui/numbers.tsx'

// A Clarity uint has 128 bits, 39 digits: with more decimals than this, no whole unit can exist.
const MOST_DECIMALS = 38

/** The total supply in whole units, to the last digit, or the reason why it cannot be told. */
export function Supply({ token: { total_supply: raw, decimals, symbol } }: { token: Token }) {
  const scaled = scale(raw, decimals)
  return (
    <section aria-label="Total supply" className="panel px-4 py-3">
      <h2 className="text-sm font-semibold text-muted">Total supply</h2>
      {scaled === undefined ? (
        <p className="py-1 text-xl">{raw === undefined ? 'Unknown' : <Numeral value={raw} />}</p>
      ) : (
        <p className="flex flex-wrap items-baseline gap-x-2 py-1 text-2xl font-semibold sm:text-3xl">
          <Numeral value={scaled} />{' '}
          {symbol && (
            <span className="text-lg font-normal text-muted">
              <ForeignText text={symbol} />
            </span>
          )}
          <CopyButton text={scaled} label="total supply" />
        </p>
      )}
      <p className="text-sm text-muted">{explain(raw, decimals)}</p>
    </section>
  )
}

/** The supply in words for a text, such as "888,888.5 LONG"; undefined where it cannot be told. */
export function formatSupply({ total_supply, decimals, symbol }: Token): string | undefined {
  const scaled = scale(total_supply, decimals)
  return scaled && `${formatDecimal(scaled, 'en')} ${symbol ?? ''}`.trim()
}

/** Whole units as exact digits without trailing zeros; undefined where they cannot be told. */
function scale(raw: string | undefined, decimals: number | undefined): string | undefined {
  if (raw === undefined || !/^[0-9]+$/.test(raw)) return
  if (decimals === undefined || decimals < 0 || decimals > MOST_DECIMALS) return
  const digits = raw.padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return digits.slice(0, digits.length - decimals) + (fraction === '' ? '' : `.${fraction}`)
}

function explain(raw: string | undefined, decimals: number | undefined) {
  if (raw === undefined && decimals === undefined) {
    return 'This service holds neither the supply nor the decimals of this token.'
  }
  if (decimals === undefined) {
    return 'The number of decimals is unknown, so this counts the smallest units.'
  }
  if (decimals < 0 || decimals > MOST_DECIMALS) {
    return (
      <>
        The contract says it has <Numeral value={decimals} /> decimals. An amount on Stacks has at
        most 39 digits, so{' '}
        {decimals < 0 ? 'a negative number means nothing' : 'not even one whole unit can exist'}
        {raw === undefined ? '.' : '; the number above counts the smallest units.'}
      </>
    )
  }
  if (raw === undefined) return 'This service does not hold the supply of this token.'
  return (
    <>
      <Numeral value={raw} /> in the smallest unit, with {decimals} decimals
    </>
  )
}
