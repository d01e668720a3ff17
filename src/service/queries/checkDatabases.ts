import type { Databases } from '../database/database.ts'
import { readTip } from './readTip.ts'

/**
 * Reads the first token and the newest block, with their tables and indexes.
 * @throws {DatabaseUnavailable} if that fails, or if an earlier read found the file to be damaged.
 */
export async function checkDatabases({ tokens, runes }: Databases): Promise<void> {
  await Promise.all([
    tokens.dataVersion('tokens'),
    tokens.query('SELECT principal FROM tokens ORDER BY principal LIMIT 1', []),
    runes.dataVersion('runes'),
    readTip(runes.query),
  ])
}
