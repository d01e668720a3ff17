import { join } from 'node:path'
import type { Query } from '../database/database.ts'
import type { Batch } from '../import/batch.ts'
import { openFile } from '../import/openFile.ts'
import { writeBatch } from '../import/writeBatch.ts'
import { sampleBlock } from './sampleBlock.ts'

// Runes first, because the records do not contain the names of their runes.
const FILES = ['runes.ndjson.gz', 'activity.ndjson.gz', 'tokens.ndjson.gz', 'sample-tokens.ndjson']

/**
 * Fills empty tables with the snapshot in `folder` and the samples, in one transaction of `query`.
 * @throws if a line is refused, because that is a bug in our own files.
 */
export async function loadSnapshot(query: Query, folder: string): Promise<void> {
  const write = async (batch: Batch) => {
    const { refused } = await writeBatch({ runes: query, tokens: query }, batch)
    const [first] = refused
    if (first !== undefined) throw new Error(`${first.place}: ${first.reason}`)
  }
  await write(sampleBlock())
  for (const file of FILES) {
    for await (const batch of openFile(join(folder, file)).batches) await write(batch)
  }
}
