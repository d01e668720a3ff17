import type { Ribbon } from '../../contract/schemas/chain.ts'
import { shareOf } from '../../contract/shares.ts'
import { RuneSymbol } from '../runes/RuneName.tsx'
import { addAmounts, Digits, Percent, useFormatCount } from '../ui/numbers.tsx'
import { receiversText, sourceText } from './ribbonPoints.ts'

type Props = {
  ribbon: Ribbon
  /** With the others from the same owner. */
  all: readonly Ribbon[]
}

/** What a ribbon is, exactly: "1,234.5 of … from … to 12 addresses", and which part of what was given. */
export function RibbonTooltip({ ribbon, all }: Props) {
  const format = useFormatCount()
  const { rune, source, amount } = ribbon
  const given = addAmounts(all.map((one) => one.amount))
  return (
    <div className="space-y-1 text-muted">
      <p className="flex flex-wrap items-center justify-between gap-x-6">
        <span className="inline-flex items-center gap-1.5">
          <RuneSymbol symbol={rune.symbol} />
          {rune.spaced_name}
        </span>
        <span className="font-semibold text-ink">
          <Digits name="ribbon.amount" digits={amount} />
        </span>
      </p>
      <p>
        {sourceText(ribbon)} {receiversText(ribbon, format)}
      </p>
      {all.length > 1 && (
        <p>
          <Percent
            name="ribbon.share"
            value={shareOf(unitsOf(ribbon), unitsOf({ rune, amount: given }))}
          />{' '}
          of what was {WAYS[source] ?? 'put in'}
        </p>
      )}
      <p className="phone:hidden">Enter or a click opens the list</p>
    </div>
  )
}

const WAYS: Partial<Record<Ribbon['source'], string>> = { minted: 'minted', premined: 'premined' }

/** Without the decimal point. */
function unitsOf({ rune, amount }: Pick<Ribbon, 'rune' | 'amount'>): bigint {
  const [integer = '', fraction = ''] = amount.split('.')
  return BigInt(integer + fraction.padEnd(rune.divisibility ?? 0, '0'))
}
