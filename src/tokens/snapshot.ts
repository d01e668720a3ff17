import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PACKAGE_FOLDER } from '../packageFolder.ts'
import { type ParsedToken, parseTokenLine } from './parseToken.ts'

const FOLDER = join(PACKAGE_FOLDER, 'src/tokens/data')

/** When the tokens of the snapshot were read, in Unix seconds. */
export const SNAPSHOT_TIME = 1_778_535_158
export const SNAPSHOT_DATE = new Date(SNAPSHOT_TIME * 1000).toISOString().slice(0, 10)

/** The bundled tokens, with the samples. `hash` changes with their files. */
export type Snapshot = { hash: string; parse: () => ParsedToken[] }

export function readSnapshot(): Snapshot {
  const tokens = readFileSync(join(FOLDER, 'tokens.ndjson.gz'))
  const samples = readFileSync(join(FOLDER, 'sample-tokens.ndjson'))
  return {
    hash: createHash('sha256').update(tokens).update(samples).digest('hex'),
    parse: () => {
      const lines = `${gunzipSync(tokens)}${samples}`.split('\n')
      return lines.filter((line) => line !== '').map(parseTokenLine)
    },
  }
}
