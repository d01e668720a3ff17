import type { Cell } from './csv.ts'
import type { ReadPage } from './reading.ts'
import { isAsRead } from './sort.ts'
import { nameOfSubject, type Subject } from './subject.ts'
import type { Choice } from './table.ts'
import type { WholeRow } from './wholeRecord.ts'

/** A list as far as it was read. */
export type Source = {
  /** The service's address, without a slash at its end. */
  service: string
  subject: Subject
  pages: ReadPage[]
  rows: WholeRow[]
  /** As many as the service says there are. */
  total: number
}

/** Where a table comes from, for the people who open it. */
export function headOf(source: Source, choice: Choice): Cell[][] {
  const { service, subject, pages, rows, total } = source
  const [first] = pages
  const readAt = Math.max(...pages.map(({ readAt }) => readAt))
  return [
    ['# list', nameOfSubject(subject)],
    ['# service', service],
    ['# request', first?.url ?? ''],
    ['# requests', pages.length],
    ['# read', new Date(readAt).toISOString()],
    ['# complete', rows.length === total ? 'yes' : `no, ${rows.length} of ${total} records`],
    ['# filter', describe(choice) || 'none'],
  ]
}

function describe({ filter, sort }: Choice): string {
  const asked = Object.entries(filter).filter(([, value]) => value.length > 0)
  return [
    ...asked.map(([name, value]) => `${name}: ${[value].flat().join(', ')}`),
    ...(isAsRead(sort) ? [] : [`sorted by ${sort.column}, ${sort.direction}`]),
  ].join('; ')
}
