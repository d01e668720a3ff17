import { integerOf, optionalTextOf, type Query, type Row, textOf } from '../database/database.ts'
import type { RuneLine } from '../snapshot/records.ts'
import { inChunks } from './inChunks.ts'
import type { LedgerRecord } from './readRecord.ts'
import { Refusal } from './refusal.ts'

/** A rune as it is held. `divisibility` is undefined as long as no amount has told it. */
export type HeldRune = RuneLine & { id: string }

/**
 * The runes that some lines name, as they are held, and what the lines tell of them. What is known of
 * a rune stays, but for its etching or a line about it that say otherwise.
 */
export class RuneBook {
  readonly #known = new Map<string, HeldRune>()
  readonly #changed = new Map<string, HeldRune>()

  static async open(query: Query, ids: Iterable<string>): Promise<RuneBook> {
    const book = new RuneBook()
    for (const row of await inChunks(query, SELECT, { values: [...new Set(ids)] })) {
      const rune = toRune(row)
      book.#known.set(rune.id, rune)
    }
    return book
  }

  /** The etching of a held rune under another name: a block that replaced another holds a new one. */
  meetEtching({ rune: { id, number, name, spaced_name = name }, row }: LedgerRecord): void {
    const held = this.#known.get(id)
    const isItsOwn = row.operation === 'etching' && id.startsWith(`${row.block_height}:`)
    if (held === undefined || !isItsOwn || !name || name === held.name) return
    this.#note(held, { id, number, name, spaced_name: spaced_name ?? name })
  }

  /** @throws {Refusal} where the record contradicts what is held. */
  learnFrom({ rune: { id, number, name, spaced_name = name, divisibility } }: LedgerRecord): void {
    const held = this.#known.get(id)
    if (held === undefined && !name) {
      throw new Refusal(`rune ${id} is not known here, and the record does not name it`)
    }
    const known = held ?? { id, name: name ?? '', spaced_name: spaced_name ?? '' }
    refuseOtherDivisibility(known, divisibility)
    this.#note(held, {
      ...known,
      number: known.number ?? number,
      divisibility: known.divisibility ?? divisibility,
    })
  }

  /** @throws {Refusal} where its amounts have other decimals. */
  learnLine(line: HeldRune): void {
    const held = this.#known.get(line.id)
    if (held !== undefined) refuseOtherDivisibility(held, line.divisibility)
    this.#note(held, {
      ...line,
      number: line.number ?? held?.number,
      divisibility: line.divisibility ?? held?.divisibility,
      symbol: line.symbol ?? held?.symbol,
    })
  }

  /** Writes what was learned, and tells which runes that are. */
  async write(query: Query): Promise<HeldRune[]> {
    for (const { id, number, name, spaced_name, divisibility, symbol } of this.#changed.values()) {
      const values = [id, number, name, spaced_name, divisibility, symbol]
      await query(
        UPSERT,
        values.map((value) => value ?? null),
      )
    }
    return [...this.#changed.values()]
  }

  #note(held: HeldRune | undefined, rune: HeldRune): void {
    if (held !== undefined && FACTS.every((fact) => held[fact] === rune[fact])) return
    this.#known.set(rune.id, rune)
    this.#changed.set(rune.id, rune)
  }
}

const FACTS = ['number', 'name', 'spaced_name', 'divisibility', 'symbol'] as const

const SELECT = (list: string) =>
  `SELECT id, CAST(number AS TEXT) AS number, name, spaced_name,
          CAST(divisibility AS TEXT) AS divisibility, symbol FROM runes WHERE id IN (${list})`

const UPSERT = `INSERT INTO runes (id, number, name, spaced_name, divisibility, symbol)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (id) DO UPDATE SET number = excluded.number, name = excluded.name,
    spaced_name = excluded.spaced_name, divisibility = excluded.divisibility, symbol = excluded.symbol`

function refuseOtherDivisibility({ id, divisibility }: HeldRune, told: number | undefined): void {
  if (told === undefined || divisibility === undefined || told === divisibility) return
  throw new Refusal(
    `${told} decimals do not agree with rune ${id}, whose amounts have ${divisibility}`,
  )
}

function toRune(row: Row): HeldRune {
  return {
    id: textOf(row, 'id'),
    number: integerOf(row, 'number'),
    name: textOf(row, 'name'),
    spaced_name: textOf(row, 'spaced_name'),
    divisibility: integerOf(row, 'divisibility'),
    symbol: optionalTextOf(row, 'symbol'),
  }
}
