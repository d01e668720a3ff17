import type { ReactNode } from 'react'
import type { Token } from '../../../contract/token.ts'
import { CompactAmount } from '../../ui/CompactAmount.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Amount, Count, formatDecimal, Numeral } from '../../ui/numbers.tsx'
import { MAX_DECIMALS, MAX_UINT, scale } from '../../ui/scaleAmount.ts'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

/** The total supply: exact, abbreviated and in the smallest unit, or why it is unknown. */
export function Supply({ token: { total_supply: raw, decimals, symbol } }: { token: Token }) {
  const scaled = scale(raw, decimals)
  return (
    <section aria-label="Total supply" className="panel border-s-4 border-s-accent px-4 py-3">
      <h2 className="text-lg font-semibold">Total supply</h2>
      {scaled === undefined ? (
        <p className="py-1 text-xl">{raw === undefined ? 'Unknown' : <RawSupply raw={raw} />}</p>
      ) : (
        <>
          <p className="flex flex-wrap items-baseline gap-x-2 py-1 text-xl font-semibold sm:text-2xl">
            <Amount digits={scaled} />{' '}
            {symbol && (
              <span className="text-lg font-normal text-muted">
                <UntrustedText text={symbol} />
              </span>
            )}
            <CopyButton text={scaled} label="total supply" />
          </p>
          <CompactAmount amount={scaled} />
        </>
      )}
      <p className="text-sm text-muted">{explain(raw, decimals)}</p>
    </section>
  )
}

/** The supply as text, such as "888,888.5 LONG"; undefined if it is unknown. */
export function formatSupply({ total_supply, decimals, symbol }: Token): string | undefined {
  const scaled = scale(total_supply, decimals)
  return scaled && `${formatDecimal(scaled, 'en')} ${symbol ?? ''}`.trim()
}

function RawSupply({ raw }: { raw: string }) {
  return (
    <>
      <Amount digits={raw} /> <CopyButton text={raw} label="supply in the smallest unit" />
    </>
  )
}

function explain(raw: string | undefined, decimals: number | undefined): ReactNode {
  if (raw === undefined && decimals === undefined) {
    return 'This service has neither the supply nor the decimals of this token.'
  }
  if (decimals === undefined) {
    return 'The number of decimals is unknown, so this is in the smallest unit.'
  }
  if (decimals < 0 || decimals > MAX_DECIMALS) {
    return (
      <>
        The contract claims to have <Numeral value={decimals} /> decimals.{' '}
        {decimals < 0
          ? 'A negative number is invalid.'
          : 'An amount on Stacks has at most 39 digits, so not even one whole unit can exist.'}
        {raw !== undefined && ' The number above is in the smallest unit.'}
      </>
    )
  }
  if (raw === undefined) return 'This service does not have the supply of this token.'
  return (
    <>
      <RawSupply raw={raw} /> in the smallest unit, with <Count value={decimals} one="decimal" />
      {decimals > USUAL_DECIMALS && (
        <>
          . With so many decimals there can be at most{' '}
          <Amount digits={String(MAX_UINT / 10n ** BigInt(decimals))} /> whole units, because an
          amount on Stacks is at most 2¹²⁸ − 1.
        </>
      )}
    </>
  )
}

// More than Ethereum's 18 is unusual on any chain.
const USUAL_DECIMALS = 18
