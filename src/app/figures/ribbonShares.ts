import type { Ribbon, TransactionDetails } from '../../contract/schemas/chain.ts'
import type { Flowing } from './ribbonLayout.ts'

const MAX_RUNES = 3

/** Of a single ribbon, and of what only came back, the heading says all. */
export function flowsOf({ flow, runes }: Pick<TransactionDetails, 'flow' | 'runes'>): Ribbon[][] {
  return runes
    .slice(0, MAX_RUNES)
    .map(({ rune }) => flow.filter((ribbon) => ribbon.rune.id === rune.id))
    .filter((ribbons) => ribbons.length > 1 && ribbons.some(({ type }) => type !== 'change'))
}

/** Change of more than so many times what changed hands would leave no room for it: it is drawn as wide as that. */
const MAX_CHANGE = 2

function unitsOf(ribbons: readonly Ribbon[]): number {
  return ribbons.reduce((sum, { amount }) => sum + Number(amount), 0)
}

/** How many times too wide the change would be; 1 if it is not. */
export function excessOf(ribbons: readonly Ribbon[]): number {
  const change = unitsOf(ribbons.filter(({ type }) => type === 'change'))
  const others = unitsOf(ribbons) - change
  return others === 0 ? 1 : Math.max(1, change / others / MAX_CHANGE)
}

/** How much of the figure each ribbon takes. */
export function sharesOf(ribbons: readonly Ribbon[]): Map<Ribbon, Flowing> {
  const excess = excessOf(ribbons)
  const drawn = ribbons.map((ribbon) => {
    const isCut = excess > 1 && ribbon.type === 'change'
    return { ribbon, isCut, width: Number(ribbon.amount) / (isCut ? excess : 1) }
  })
  const whole = drawn.reduce((sum, { width }) => sum + width, 0) || 1
  return new Map(drawn.map(({ ribbon, isCut, width }) => [ribbon, { share: width / whole, isCut }]))
}
