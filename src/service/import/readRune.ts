import * as v from 'valibot'
import type { Rune } from '../../contract/activity.ts'
import { integer, text } from '../../contract/fields.ts'
import type { RuneLine } from '../snapshot/records.ts'
import { quote, Refusal, readFields, refuseLong } from './refusal.ts'

/** What a record says of its rune. `divisibility` is how many decimals its amount has. */
export type RuneOfRecord = Rune & { divisibility: number | undefined }

const ID = /^[0-9]{1,16}:[0-9]{1,10}$/
const MOST_LETTERS = 200
const MOST_DIVISIBLE = 38

const Line = v.object({
  id: text,
  number: integer,
  name: v.pipe(v.string(), v.nonEmpty()),
  spaced_name: text,
  divisibility: integer,
  symbol: text,
})

/**
 * A rune on a line of its own. Of some only the name is known: a search finds them by it.
 * @throws {Refusal}
 */
export function readRuneLine(raw: unknown): RuneLine {
  const line = readFields(Line, raw)
  if (line.id !== undefined) refuseOtherThanId('id', line.id)
  refuseLong({ name: line.name, spaced_name: line.spaced_name, symbol: line.symbol }, MOST_LETTERS)
  const { divisibility = 0 } = line
  if (divisibility < 0 || divisibility > MOST_DIVISIBLE) {
    throw new Refusal(`divisibility is not from 0 to ${MOST_DIVISIBLE}`)
  }
  return { ...line, spaced_name: line.spaced_name ?? line.name }
}

/** @throws {Refusal} where what a record names can be no rune. */
export function refuseNoRune({ id, name, spaced_name }: Rune): void {
  refuseOtherThanId('rune.id', id)
  refuseLong({ 'rune.name': name, 'rune.spaced_name': spaced_name }, MOST_LETTERS)
}

function refuseOtherThanId(name: string, id: string): void {
  if (!ID.test(id)) throw new Refusal(`${name} ${quote(id)} is no rune id such as 840000:1`)
}
