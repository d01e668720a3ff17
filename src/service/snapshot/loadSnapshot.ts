import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLE_RUNES, SAMPLES } from '../../contract/samples.ts'
import type { Query } from '../database/database.ts'
import { insertRows } from '../database/replaceRows.ts'
import type { Batch } from '../import/batch.ts'
import { openFile } from '../import/openFile.ts'
import { writeBatch } from '../import/writeBatch.ts'
import { sampleBlock } from './sampleBlock.ts'
import { sampleRunes } from './sampleRunes.ts'

/** The time of the newest record in the files, in Unix milliseconds. */
const SNAPSHOT_TIME = 1_778_535_158_000

// Runes first, because the records do not contain the names of their runes.
const SAMPLE_TOKENS = 'sample-tokens.ndjson'
const FILES = ['runes.ndjson.gz', 'activity.ndjson.gz', 'tokens.ndjson.gz', SAMPLE_TOKENS]

/**
 * Fills empty tables with the snapshot in `folder` and the samples, in one transaction of `query`.
 * @throws if a line is refused, because that is a bug in our own files.
 */
export async function loadSnapshot(query: Query, folder: string): Promise<void> {
  const write = async (batch: Batch, source: Batch['source']) => {
    const origin = { source, isComplete: source === 'sample', readAt: SNAPSHOT_TIME }
    const { refused } = await writeBatch({ runes: query, tokens: query }, { ...batch, ...origin })
    const [first] = refused
    if (first !== undefined) throw new Error(`${first.place}: ${first.reason}`)
  }
  await write(sampleBlock(), 'sample')
  const { supplyChanges, balanceChanges } = sampleRunes()
  await insertRows(query, 'supply_changes', supplyChanges)
  await insertRows(query, 'balance_changes', balanceChanges)
  for (const file of FILES) {
    const source = file === SAMPLE_TOKENS ? 'sample' : 'snapshot'
    for await (const batch of openFile(join(folder, file)).batches) await write(batch, source)
  }
}

/** Changes with the files in `folder` and with the identifiers of the samples. */
export function snapshotVersion(folder: string): string {
  const hash = createHash('sha256').update(JSON.stringify([SAMPLES, SAMPLE_RUNES]))
  for (const file of FILES) hash.update(readFileSync(join(folder, file)))
  return hash.digest('hex')
}
