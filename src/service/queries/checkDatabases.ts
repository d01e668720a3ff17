import { SAMPLES } from '../../contract/samples.ts'
import type { Databases } from '../database/database.ts'
import { locateBlockBelow } from './scope.ts'

/**
 * Reads what most requests need: by an index and its table, the first token and the newest block.
 * @throws {DatabaseUnavailable} if that cannot be read, or if an earlier read met a broken file.
 */
export async function checkDatabases({ tokens, runes }: Databases): Promise<void> {
  await Promise.all([
    tokens.dataVersion('tokens'),
    tokens.query('SELECT principal FROM tokens ORDER BY principal LIMIT 1', []),
    runes.dataVersion('runes'),
    locateBlockBelow(runes.query, SAMPLES.block_height),
  ])
}
