import type Libsql from 'libsql'
import { inserter } from './inserter.ts'

/** What a search can lead to. `names` are what it is called, `others` what else it is found by. */
export type DirectoryEntry = {
  kind: 'token' | 'rune'
  id: string
  title: string
  detail: string
  names: string[]
  others: string[]
}

/** Writers of the directory: each text once, its names before words of them and the others. */
export function directoryInserter(connection: Libsql.Database): (entry: DirectoryEntry) => void {
  const insert = inserter(connection, 'directory', [
    'term',
    'kind',
    'id',
    'rank',
    'title',
    'detail',
  ])
  return ({ names, others, ...entry }) => {
    const words = [...names, ...others].flatMap((text) => text.split(/[\s•-]/))
    const ranks = new Map<string, number>()
    for (const text of [...words, ...others]) ranks.set(text.trim().toLowerCase(), 1)
    for (const text of names) ranks.set(text.trim().toLowerCase(), 0)
    ranks.delete('')
    for (const [term, rank] of ranks) insert({ ...entry, term, rank })
  }
}
