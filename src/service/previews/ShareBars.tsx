/** @jsxImportSource satori/jsx */
import type { AddressBalance } from '../../contract/schemas/address.ts'
import { amountText, countText } from './cardNumbers.ts'
import type { CardPalette } from './cardPalette.ts'
import { FIGURE_WIDTH } from './cardSize.ts'

type Props = {
  balances: AddressBalance[]
  /** How many runes it holds. */
  total: number
  palette: CardPalette
}

const BAR_WIDTH = 120

/** What an address holds. A bar is its share of the supply of that rune. */
export function ShareBars({ balances, total, palette }: Props) {
  const shown = balances.length < total ? `${balances.length} of ${countText(total)} runes · ` : ''
  return (
    <div style={{ display: 'flex', flexDirection: 'column', gap: 5, width: FIGURE_WIDTH }}>
      <div style={{ display: 'flex', color: palette.muted, fontSize: 12 }}>
        {`${shown}a bar is its share of the supply of that rune`}
      </div>
      {balances.map(({ rune, balance, share = '0' }) => (
        <div style={{ display: 'flex', alignItems: 'center', gap: 12, fontSize: 13 }}>
          <div style={{ ...CELL, flexGrow: 1, flexBasis: 0, fontWeight: 600 }}>
            {rune.spaced_name}
          </div>
          <div style={{ ...CELL, maxWidth: 180 }}>{amountText(balance)}</div>
          <div
            style={{
              display: 'flex',
              width: BAR_WIDTH,
              height: 6,
              borderRadius: 3,
              background: palette.sunken,
            }}
          >
            <div
              style={{
                width: Math.max(2, (Number(share) / 100) * BAR_WIDTH),
                height: 6,
                borderRadius: 3,
                background: palette.accent,
              }}
            />
          </div>
          <div style={{ ...CELL, width: 56, justifyContent: 'flex-end', color: palette.muted }}>
            {percentText(share)}
          </div>
        </div>
      ))}
    </div>
  )
}

const CELL = { display: 'flex', overflow: 'hidden', whiteSpace: 'nowrap' } as const

/** Cut off, not rounded, as on pages. */
function percentText(share: string): string {
  const [integer = '0', fraction = ''] = share.split('.')
  const shown = `${integer}.${fraction.padEnd(2, '0').slice(0, 2)}`
  return Number(shown) === 0 && Number(share) > 0 ? '<0.01%' : `${shown}%`
}
