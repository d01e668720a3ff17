// Runes side by side, by days since their etching.
import type { Answers } from '../model/answers.ts'
import { DAY, dateOf, shareOf } from '../model/facts.ts'
import type { ModelRune } from '../model/types.ts'
import type { Expected } from './compareFigures.ts'
import { columns } from './fields.ts'
import { capOf } from './runeFigures.ts'

type Point = { holders: number; movements: number; minted: string | undefined }

/** What a rune was on each day since its etching. */
export function daysSinceEtching(answers: Answers, rune: ModelRune): Point[] {
  const { first_date = '', newest_date, results } = answers.history(rune)
  const [first = 0, last = 0] = [first_date, newest_date].map((date) => Date.parse(date) / 1000)
  const cap = capOf(answers.rune(rune)) ?? 0n
  let [holders, minted] = [0, 0n]
  return Array.from({ length: (last - first) / DAY + 1 }, (_, day) => {
    const own = results.find(({ date }) => date === dateOf(first + day * DAY))
    holders = own?.holders ?? holders
    minted += BigInt(own?.mints ?? 0)
    const share = cap === 0n ? undefined : shareOf(minted, cap)
    return { holders, movements: own?.movements ?? 0, minted: share }
  })
}

/** Of chains of less than 120 days, and runes that are not older than the index. */
export function comparedFigures(answers: Answers, runes: ModelRune[]): Expected {
  const days = runes.map((rune) => daysSinceEtching(answers, rune))
  const length = Math.max(...days.map((own) => own.length))
  const points = Array.from({ length }, (_, day) => days.flatMap((own) => own[day] ?? [])).flat()
  const details = runes.map((rune) => answers.runeDetails(rune))
  const minting = details.filter((rune) => (capOf(rune) ?? 0n) > 0n)
  const supplies = details.map(({ supply }) => supply)
  return {
    ...(length < 3 ? {} : columns('compared', points, ['holders', 'movements', 'minted'])),
    // Of those that are cut off.
    'line.movements': new Set(points.map(({ movements }) => movements)),
    ...columns('rune', details, ['holders', 'day_movements', 'mint_end', 'max_supply']),
    ...columns('rune', supplies, ['premine', 'burned']),
    'rune.supply': supplies.map(({ current }) => current),
    'rune.timestamp': details.map(({ location }) => location.timestamp),
    'rune.block_height': details.map(({ location }) => location.block_height),
    'rune.mint_amount': minting.map(({ mint_terms }) => mint_terms.amount ?? undefined),
    'rune.total_mints': minting.map(({ supply }) => supply.total_mints),
    'rune.cap': minting.map(capOf),
    'rune.minted_percent': minting.map((rune) =>
      shareOf(BigInt(rune.supply.total_mints), capOf(rune) ?? 0n),
    ),
  }
}
