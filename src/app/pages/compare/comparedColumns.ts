import type { RuneDetails, RuneHistory } from '../../../contract/schemas/rune.ts'
import { shareOf } from '../../../contract/shares.ts'
import { DAY_SECONDS } from '../../figures/timeColumns.ts'
import { capOf } from '../../runes/MintStatus.tsx'
import { startOfIsoDay } from '../../ui/Time.tsx'

/** A rune with its history by days. */
export type Compared = { rune: RuneDetails; history: RuneHistory }

/** What a rune was at the end of some days since its etching, and did in them. */
export type ComparedPoint = {
  holders: number
  movements: number
  /** In per cent of all its mints; undefined if it never had any. */
  minted: string | undefined
}

const MAX_COLUMNS = 120

/** The points of each rune from its own first day on, `size` days each. */
export function comparedColumns(compared: readonly Compared[]) {
  const ages = compared.map(({ history }) => ageOf(history))
  const days = Math.max(...ages)
  const size = Math.max(1, Math.ceil(days / MAX_COLUMNS))
  const series = compared.map((one, index) => pointsOf(one, { size, days: ages[index] ?? 0 }))
  return { size, count: Math.ceil(days / size), series }
}

/** The days since the first movement, with that of the newest block. */
function ageOf({ first_date, newest_date }: RuneHistory): number {
  return first_date === undefined ? 0 : dayOf(newest_date) - dayOf(first_date) + 1
}

function pointsOf(
  { rune, history }: Compared,
  { size, days }: { size: number; days: number },
): ComparedPoint[] {
  const first = dayOf(history.first_date ?? history.newest_date)
  const cap = capOf(rune) ?? 0n
  const points = Array.from({ length: Math.ceil(days / size) }, () => ({
    holders: 0,
    movements: 0,
  }))
  const mints = points.map(() => 0)
  for (const { date, holders, movements, ...day } of history.results) {
    const index = Math.floor((dayOf(date) - first) / size)
    const before = points[index]?.movements ?? 0
    points[index] = { holders, movements: before + movements }
    mints[index] = (mints[index] ?? 0) + day.mints
  }
  let [held, minted] = [0, 0n]
  return points.map(({ holders, movements }, index) => {
    const isActive = movements > 0 || (mints[index] ?? 0) > 0
    held = isActive ? holders : held
    minted += BigInt(mints[index] ?? 0)
    return { holders: held, movements, minted: cap > 0n ? shareOf(minted, cap) : undefined }
  })
}

/** Days since 1970. */
function dayOf(date: string): number {
  return startOfIsoDay(date) / DAY_SECONDS
}
