// What the small drawings of pages must be, as the model knows it: parts of a whole, or amounts that are compared.
import { shownSizes } from '../audit/overviewFigures.ts'
import { capOf } from '../audit/runeFigures.ts'
import { drawnFlows } from '../audit/transactionFigures.ts'
import type { Answers } from '../model/answers.ts'
import type { ModelRune, ModelTx } from '../model/types.ts'
import { countsText } from './modelFigure.ts'
import type { SmallFigures } from './smallDrawings.ts'

const PAGE = 25
const HOME_RUNES = 12
const RUNE_DAYS = 28
const MIN_DAYS = 3
/** A part that is not zero is visible. */
const MIN_PART = 0.02

export function homeDrawings(answers: Answers): SmallFigures {
  const runes = answers.runes({ order_by: 'day_movements', days: RUNE_DAYS }).slice(0, HOME_RUNES)
  const days = runes
    .flatMap((rune) => ('days' in rune ? [rune.days] : []))
    .filter(({ length }) => length >= MIN_DAYS)
  return {
    'days of a rune': days.map((own) =>
      [0, 1, 2, 3].flatMap((type) => own.map((counts) => counts[type] ?? 0)),
    ),
    said: days.map((own) => {
      const texts = own.map((counts) => countsText(counts) || '0')
      return `Movements on each of ${own.length} days, oldest first: ${texts.join('; ')}`
    }),
    ring: ringsOf(runes),
  }
}

export function runesDrawings(answers: Answers): SmallFigures {
  return { ring: ringsOf(answers.runes({ order_by: 'day_movements' }).slice(0, PAGE)) }
}

type Rune = ReturnType<Answers['rune']>

/** From one per cent on. */
function ringsOf(runes: Rune[]): number[][] {
  return runes
    .filter((rune) => rune.mint_state === 'mintable' && mintedPart(rune) >= 0.01)
    .map((rune) => [mintedPart(rune)])
}

function mintedPart(rune: Rune): number {
  const cap = capOf(rune) ?? 0n
  return cap === 0n ? 0 : Number(rune.supply.total_mints) / Number(cap)
}

/** All have one scale. */
export function blocksDrawings(answers: Answers): SmallFigures {
  const blocks = answers.blocks().slice(0, PAGE)
  const most = Math.max(...blocks.map(({ movements }) => movements))
  return {
    'types in a block': blocks.map(({ counts: { transfers, mints, burns, etchings } }) =>
      [transfers, mints, burns, etchings].filter((count) => count > 0).map((count) => count / most),
    ),
  }
}

/** Above its tabs, and on the first one. */
export function runeDrawings(answers: Answers, rune: ModelRune): SmallFigures {
  const details = answers.runeDetails(rune)
  const { groups } = answers.distribution(rune)
  const sizes = shownSizes(answers, rune)
  const minted = mintedBar(details)
  return {
    bar: [...minted, ...(details.mint_state === 'mintable' ? minted : [])],
    'shares of holders': groups.length < 2 ? [] : [groups.map(({ share }) => Number(share) / 100)],
    'holders by size': sizes.length === 0 ? [] : [sizes.map(({ holders }) => holders)],
  }
}

/** A cap of so many mints is never reached. */
const ENDLESS = 10n ** 15n

function mintedBar(rune: Rune & { is_older?: boolean | undefined }): number[][] {
  const cap = capOf(rune)
  const isShown =
    rune.mint_state !== 'unmintable' && cap !== undefined && cap < ENDLESS && !rune.is_older
  return isShown ? [barOf(mintedPart(rune))] : []
}

function barOf(part: number): number[] {
  return [part === 0 ? 0 : Math.max(part, MIN_PART)]
}

/** Against the largest holder. */
export function holdersDrawings(answers: Answers, rune: ModelRune): SmallFigures {
  const shares = answers.holdersWithChanges(rune, PAGE).map(({ share }) => share)
  const bars = sharesOf(shares, Number(shares[0] ?? 100))
  return { bar: [...mintedBar(answers.runeDetails(rune)), ...bars] }
}

/** Of the supply of each of its runes, `limit` of them. */
export function addressDrawings(answers: Answers, address: string, limit: number): SmallFigures {
  const balances = answers.balancesWithShares(address).slice(0, limit)
  return { bar: sharesOf(balances.map(({ share }) => share)) }
}

function sharesOf(shares: (string | undefined)[], whole = 100): number[][] {
  return shares.flatMap((share) => (share === undefined ? [] : [barOf(Number(share) / whole)]))
}

/** Change is drawn as wide as twice what changed hands at most. */
const MAX_CHANGE = 2

export function flowDrawings(answers: Answers, tx: ModelTx): SmallFigures {
  return {
    flow: drawnFlows(answers.transaction(tx)).map((sources) => {
      const ribbons = sources.flat().map(({ type, amount }) => ({ type, amount: Number(amount) }))
      const sumOf = (own: typeof ribbons) => own.reduce((sum, { amount }) => sum + amount, 0)
      const change = sumOf(ribbons.filter(({ type }) => type === 'change'))
      const excess = change / (sumOf(ribbons) - change) / MAX_CHANGE
      return ribbons.map(({ type, amount }) =>
        type === 'change' && excess > 1 ? amount / excess : amount,
      )
    }),
  }
}
