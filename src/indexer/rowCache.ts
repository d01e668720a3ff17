import type { NewRow } from '../database/rows.ts'
import type { TableName } from '../database/schema.ts'

/** The rows of a table that a state stands for, the columns of its key, and others that never change. */
type Mapping<State> = {
  table: TableName
  key: string[]
  fixed: string[]
  /** The order of the keys. Writes in the order of a B-tree touch each of its pages once. */
  compare(one: State, two: State): number
  toRows(state: State): NewRow[]
}

/** What a block replaced in a table: rows as they were, and the keys of rows that did not exist. */
export type Replaced = { table: TableName; key: string[]; rows: NewRow[]; absent: NewRow[] }

/**
 * Rows of a table in memory. Changes are written together later. States that were not used between two
 * writes are forgotten.
 */
export class RowCache<Key, State extends object> {
  readonly mapping: Mapping<State>
  #recent = new Map<Key, State>()
  #older = new Map<Key, State>()
  #changed = new Set<State>()
  /** The rows before the current block; none for states that it created. Undefined if nothing is undone. */
  #former: Map<State, NewRow[]> | undefined

  constructor(mapping: Mapping<State>) {
    this.mapping = mapping
  }

  get(key: Key): State | undefined {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const older = this.#older.get(key)
    if (older !== undefined) this.#recent.set(key, older)
    return older
  }

  /** Adds a state as it is in the database. */
  load(key: Key, state: State): State {
    this.#recent.set(key, state)
    return state
  }

  /** Adds a state that is not in the database yet. */
  create(key: Key, state: State): State {
    this.#recent.set(key, state)
    this.#changed.add(state)
    this.#former?.set(state, [])
    return state
  }

  /** Call it before a state changes. */
  change(state: State): State {
    this.#changed.add(state)
    if (this.#former !== undefined && !this.#former.has(state)) {
      this.#former.set(state, this.mapping.toRows(state))
    }
    return state
  }

  /** Begins to record what a block replaces. */
  startRecording(): void {
    this.#former = new Map()
  }

  /** Ends it, and returns what was replaced. Rows without a key of their own in the past were absent. */
  stopRecording(): Replaced {
    const { table, key, toRows } = this.mapping
    const former = [...(this.#former ?? [])]
    this.#former = undefined
    const created = former
      .filter(([, rows]) => rows.length === 0)
      .flatMap(([state]) => toRows(state))
    const keyOf = (row: NewRow) => Object.fromEntries(key.map((column) => [column, row[column]]))
    return { table, key, rows: former.flatMap(([, rows]) => rows), absent: created.map(keyOf) }
  }

  get changedCount(): number {
    return this.#changed.size
  }

  /** The rows to write: those of all states that changed since the last call, in the order of their keys. */
  takeChanged(): NewRow[] {
    const { compare, toRows } = this.mapping
    const rows = [...this.#changed].sort(compare).flatMap(toRows)
    this.#changed = new Set()
    this.#older = this.#recent
    this.#recent = new Map()
    return rows
  }
}
