import type { ActivityPage, RuneActivity, RuneLocation } from '../../contract/activity.ts'
import type { Reply } from '../../contract/client.ts'
import type { Loaded } from '../pageLoader.ts'
import { pageStatus } from '../pageStatus.ts'
import { formatDecimal } from '../ui/numbers.tsx'

/** The records of a page that could be read. */
export function recordsOf(page: ActivityPage): RuneActivity[] {
  return page.results.flatMap((row) => (row.kind === 'record' ? [row.record] : []))
}

/** Where the page's records happened, as far as they share it: every record of a page has one block. */
export function firstLocation(page: ActivityPage | undefined): RuneLocation | undefined {
  return page && recordsOf(page)[0]?.location
}

/**
 * What a page of activity says of itself but its title: the records it shows, and its status. A list
 * without records and a page past the end do not exist.
 */
export function headOf({ data, error }: Loaded<Reply<ActivityPage>>, refused: string[]) {
  if (data === undefined) return pageStatus(error)
  const { offset, total, results } = data.value
  if (results.length === 0) return { status: 404 }
  const [from, to] = [offset + 1, offset + results.length].map((n) =>
    formatDecimal(String(n), 'en'),
  )
  const range =
    results.length === total
      ? `All ${countRecords(data.value)}`
      : `Records ${from} to ${to} of ${formatDecimal(String(total), 'en')}`
  return {
    description: `${range}, newest first: ${summarise(data.value)}.`,
    status: refused.length > 0 ? 400 : 200,
  }
}

/** "4,444 records" */
export function countRecords({ total }: ActivityPage): string {
  return `${formatDecimal(String(total), 'en')} ${total === 1 ? 'record' : 'records'}`
}

/** "DOG•GO•TO•THE•MOON", or how many runes there are on one page. */
export function nameRunes(page: ActivityPage): string {
  const runes = countBy(recordsOf(page).map(({ rune }) => rune.spaced_name ?? rune.name ?? rune.id))
  const [rune = 'no rune'] = runes.keys()
  return runes.size > 1 ? `${runes.size} runes` : rune
}

/** "10 receives and 10 sends of DOG•GO•TO•THE•MOON", for the records of one page. */
export function summarise(page: ActivityPage): string {
  const operations = countBy(recordsOf(page).map(({ operation }) => operation))
  const counts = [...operations].map(([operation, count]) => `${count} ${plural(operation, count)}`)
  return `${joinWords(counts)} of ${nameRunes(page)}`
}

function countBy(words: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function plural(operation: string, count: number): string {
  return count === 1 ? operation : `${operation}s`
}

function joinWords(words: string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
