import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { SNAPSHOT } from './fillDatabase.ts'

/** The lines of a file of the snapshot, read on their own: not by the code under test. */
// biome-ignore lint/suspicious/noExplicitAny: the tests compare what is there, whatever its shape.
export function snapshotLines(name: 'tokens' | 'activity' | 'runes'): any[] {
  const text = gunzipSync(readFileSync(join(SNAPSHOT, `${name}.ndjson.gz`))).toString()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
