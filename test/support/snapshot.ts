import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { SNAPSHOT } from './fillDatabase.ts'

/** The lines of a snapshot file, read without the code under test. */
// biome-ignore lint/suspicious/noExplicitAny: the tests compare lines of any shape.
export function snapshotLines(name: 'tokens' | 'activity' | 'runes'): any[] {
  const text = gunzipSync(readFileSync(join(SNAPSHOT, `${name}.ndjson.gz`))).toString()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
