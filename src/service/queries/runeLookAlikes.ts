import type { ParametersOf } from '../../contract/endpoints.ts'
import { numberOf } from '../../database/database.ts'
import type { Index } from './indexReader.ts'
import { runeLabelOf } from './labels.ts'
import { expectRune, locationOf, SELECT_RUNES } from './locate.ts'

/**
 * A page of the runes whose names look like that of a rune, those with most holders first. A name of 26 letters can
 * have 1,377.
 * @throws {HttpProblem} 404
 */
export async function readRuneLookAlikes(
  index: Index,
  { rune, limit, offset }: ParametersOf<'runeLookAlikes'>,
) {
  const { key, row } = await expectRune(index, rune)
  const rows = await index.query(
    `${SELECT_RUNES}
      WHERE r.id IN (SELECT o.id FROM rune_alike a JOIN runes o ON o.id = a.other WHERE a.rune = $1
                      ORDER BY o.holders DESC, o.id LIMIT $2 OFFSET $3)
      ORDER BY r.holders DESC, r.id`,
    [key, limit, offset],
  )
  const results = rows.map((other) => ({
    rune: runeLabelOf(other, index.isComplete),
    holders: numberOf(other, 'holders'),
    location: locationOf(other),
  }))
  return { total: numberOf(row, 'look_alikes'), results }
}
