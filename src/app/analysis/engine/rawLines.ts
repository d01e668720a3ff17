import { parse, stringify } from 'lossless-json'
import * as v from 'valibot'
import type { ActivityRow } from '../../../contract/activity.ts'
import type { ReadPage } from './reading.ts'

const Page = v.object({ results: v.array(v.unknown()) })

/**
 * What writes a row's record as one line of JSON: every number with the digits that it came with, and
 * every field in its place. `pages` are those that the rows are of.
 */
export function createLineWriter(pages: ReadPage[]): (row: ActivityRow) => string {
  const places = new Map<ActivityRow, { page: ReadPage; index: number }>()
  for (const page of pages)
    for (const [index, row] of page.value.results.entries()) places.set(row, { page, index })
  const written = new Map<ReadPage, string[]>()
  return (row) => {
    const place = places.get(row)
    if (place === undefined) throw new Error('a row of no page')
    const lines = written.get(place.page) ?? writeLines(place.page)
    written.set(place.page, lines)
    return lines[place.index] ?? ''
  }
}

function writeLines({ text }: ReadPage): string[] {
  // As JSON.parse does, which has read the answer before.
  const read = parse(text, null, { onDuplicateKey: ({ newValue }) => newValue })
  return v.parse(Page, read).results.map((record) => stringify(record) ?? '')
}
