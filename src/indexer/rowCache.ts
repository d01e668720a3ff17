import type { Insertion } from '../database/database.ts'
import { valuesOf } from '../database/rows.ts'
import type { NewRow, Table } from '../database/table.ts'
import type { NextIds } from './writeBatch.ts'

/** The rows of a table that a state stands for. */
type Mapping<State, Of extends Table> = {
  table: Of
  /** Columns that never change, besides the key. */
  fixed: readonly (keyof Of['columns'] & string)[]
  /** The order of the keys. Writes in the order of a B-tree touch each of its pages once. */
  compare(one: Readonly<State>, two: Readonly<State>): number
  toRows(state: Readonly<State>): NewRow<Of>[]
  /** Whether the row of a state is deleted by its ids when the blocks after these ids are undone. */
  isCut(state: Readonly<State>, next: NextIds): boolean
}

/** What a block replaced in a table: rows as they were, and the keys of rows that did not exist. */
export type Replaced = { table: string; rows: NewRow[]; absent: NewRow[] }

/** The rows before the current block, or its current part; none for states that it created. */
type Recording<State> = { next: NextIds; former: Map<Readonly<State>, NewRow[]> }

/**
 * Rows of a table in memory. Changes are written together later. States that were not used between two
 * writes are forgotten. Only `change` gives a state that can be written to.
 */
export class RowCache<Key, State extends object, Of extends Table> {
  readonly mapping: Mapping<State, Of>
  #recent = new Map<Key, State>()
  #older = new Map<Key, State>()
  #changed = new Set<State>()
  /** What is recorded to undo the current block or part; undefined if nothing is. */
  #recording: Recording<State> | undefined

  constructor(mapping: Mapping<State, Of>) {
    this.mapping = mapping
  }

  get(key: Key): Readonly<State> | undefined {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const older = this.#older.get(key)
    if (older !== undefined) this.#recent.set(key, older)
    return older
  }

  /** Adds a state as it is in the database. */
  load(key: Key, state: State): Readonly<State> {
    this.#recent.set(key, state)
    return state
  }

  /** Adds a state that is not in the database yet. */
  create(key: Key, state: State): State {
    this.#recent.set(key, state)
    this.#changed.add(state)
    this.#record(state, [])
    return state
  }

  /** Records a state as it is, and returns it to be changed. */
  change(state: State): State {
    this.#changed.add(state)
    if (this.#recording?.former.has(state) === false) {
      this.#record(state, this.mapping.toRows(state))
    }
    return state
  }

  /** Forgets all states. None has changes that are not taken. */
  clear(): void {
    this.#recent.clear()
    this.#older.clear()
  }

  /** Begins to record what a block, or a part of it, replaces. `next`: the ids that the block begins with. */
  startRecording(next: NextIds): void {
    this.#recording = { next, former: new Map() }
  }

  #record(state: State, rows: NewRow[]): void {
    const recording = this.#recording
    if (recording === undefined || this.mapping.isCut(state, recording.next)) return
    recording.former.set(state, rows)
  }

  /**
   * Ends it, and returns what was replaced; undefined if nothing was recorded. Rows without a key of their own in
   * the past were absent.
   */
  stopRecording(): Replaced | undefined {
    if (this.#recording === undefined) return
    const { table, toRows } = this.mapping
    const former = [...this.#recording.former]
    this.#recording = undefined
    const created = former
      .filter(([, rows]) => rows.length === 0)
      .flatMap(([state]) => toRows(state))
    const keyOf = (row: NewRow) =>
      Object.fromEntries(table.key.map((column) => [column, row[column]]))
    const rows = former.flatMap(([, rows]) => rows)
    return { table: table.name, rows, absent: created.map(keyOf) }
  }

  get changedCount(): number {
    return this.#changed.size
  }

  /** What is to write: the rows of all states that changed since the last call, in the order of their keys. */
  takeChanged(): Insertion {
    const { table, fixed, compare, toRows } = this.mapping
    const rows = [...this.#changed].sort(compare).flatMap(toRows)
    this.#changed = new Set()
    this.#older = this.#recent
    this.#recent = new Map()
    return { table, values: valuesOf(table, rows), replacing: { fixed } }
  }
}
