import type { ActivityPage, RuneActivity, RuneLocation } from '../../contract/activity.ts'

/** The records of a page that could be read. */
export function recordsOf(page: ActivityPage): RuneActivity[] {
  return page.results.flatMap((row) => (row.kind === 'record' ? [row.record] : []))
}

/** Where the page's records happened, as far as they share it: every record of a page has one block. */
export function firstLocation(page: ActivityPage | undefined): RuneLocation | undefined {
  return page && recordsOf(page)[0]?.location
}

/** "10 receives and 10 sends of DOG•GO•TO•THE•MOON", for the records of one page. */
export function summarise(page: ActivityPage): string {
  const records = recordsOf(page)
  const operations = countBy(records.map(({ operation }) => operation))
  const runes = countBy(records.map(({ rune }) => rune.spaced_name ?? rune.name ?? rune.id))
  const counts = [...operations].map(([operation, count]) => `${count} ${plural(operation, count)}`)
  const [rune] = runes.keys()
  return `${joinWords(counts)} of ${runes.size === 1 ? rune : `${runes.size} runes`}`
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
