import { countsText, totalOf } from '../../figures/TypeColumns.tsx'
import { spanOf } from '../../figures/timeColumns.ts'
import { useLanguage } from '../../ui/language.ts'
import { formatDecimal, trimDecimal, useFormatCount } from '../../ui/numbers.tsx'
import type { HistoryColumn } from './historyColumns.ts'

type Format = (count: number) => string

/** "5 Nov 2026: 75 transfers, 41 mints, 6 burns; 749 holders; supply 1,033". Of an older rune, some holders are not known. */
export function useDescription(isOlder: boolean) {
  const format = useFormatCount()
  const language = useLanguage()
  return (first: HistoryColumn, ...others: HistoryColumn[]) => {
    const columns = [first, ...others]
    const { last } = others.at(-1) ?? first
    const movements = `${spanOf({ ...first, last }, format)}: ${countsIn(columns, format)}`
    if (isOlder) return movements
    const known = columns.flatMap(({ holders }) => holders ?? [])
    const holders = [...new Set([known[0] ?? 0, known.at(-1) ?? 0])]
    const unit = holders[0] === 1 && holders.length === 1 ? 'holder' : 'holders'
    const text = `${movements}; ${holders.map(format).join(' to ')} ${unit}`
    if (others.length > 0 || first.supply === undefined) return text
    return `${text}; supply ${formatDecimal(trimDecimal(first.supply), language)}`
  }
}

/** The same of all columns, with the busiest. */
export function useSentence(columns: HistoryColumn[], isOlder: boolean): string {
  const format = useFormatCount()
  const describe = useDescription(isOlder)
  const [busiest] = [...columns].sort((one, two) => totalOf(two.counts) - totalOf(one.counts))
  const [first, ...others] = columns
  if (first === undefined || busiest === undefined) return ''
  return `${describe(first, ...others)}. Most movements: ${format(totalOf(busiest.counts))}, ${spanOf(busiest, format)}`
}

function countsIn(columns: HistoryColumn[], format: Format): string {
  const sumOf = (type: number) =>
    columns.reduce((total, { counts }) => total + (counts[type] ?? 0), 0)
  return countsText([sumOf(0), sumOf(1), sumOf(2), sumOf(3)], format) || 'no movement'
}
