import {
  type ActivityPage,
  nameOfRune,
  type RuneActivity,
  type RuneLocation,
} from '../../contract/activity.ts'
import type { Subject } from '../analysis/engine/subject.ts'
import { joinWords } from '../ui/joinWords.ts'
import { formatDecimal } from '../ui/numbers.tsx'

/** The readable records of a page. */
export function recordsOf(page: ActivityPage): RuneActivity[] {
  return page.results.flatMap((row) => (row.kind === 'record' ? [row.record] : []))
}

/** The location of a page's first record. All records of a page are in the same block. */
export function firstLocation(page: ActivityPage | undefined): RuneLocation | undefined {
  return page && recordsOf(page)[0]?.location
}

/** "4,444 records" */
export function countRecords({ total }: ActivityPage): string {
  return `${formatDecimal(String(total), 'en')} ${total === 1 ? 'record' : 'records'}`
}

/** The order of a list of records. In a transaction, no record is newer than another. */
export function orderOf(subject: Subject['kind']): string {
  return subject === 'transaction' ? 'last record first' : 'newest first'
}

/** "DOG•GO•TO•THE•MOON", or "3 runes" if the page has several. */
export function nameRunes(page: ActivityPage): string {
  const [rune = 'no rune', ...others] = namesOfRunes(page)
  return others.length > 0 ? `${others.length + 1} runes` : rune
}

function namesOfRunes(page: ActivityPage): string[] {
  const names = recordsOf(page).map(({ rune }) => nameOfRune(rune))
  return [...new Set(names)]
}

/** Counts the records of a page: "10 receives and 10 sends of DOG•GO•TO•THE•MOON". */
export function summarise(page: ActivityPage): string {
  const operations = countBy(recordsOf(page).map(({ operation }) => operation))
  const counts = [...operations].map(([operation, count]) => `${count} ${plural(operation, count)}`)
  const relation = namesOfRunes(page).length > 1 ? 'across' : 'of'
  return `${joinWords(counts)} ${relation} ${nameRunes(page)}`
}

function countBy(words: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** "sends"; "send" if it is one. */
export function plural(operation: string, count: number): string {
  return count === 1 ? operation : `${operation}s`
}
