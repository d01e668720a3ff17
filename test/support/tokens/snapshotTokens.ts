import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export const LONGCOIN = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
/** It has locales and attributes. */
export const SAMPLE = 'ST000000000000000000002AMW42H.cairn-sample-localized'

export type SnapshotLine = {
  principal: string
  token: {
    name?: string
    tx_id?: string
    symbol?: string
    total_supply?: string
    decimals?: number
    metadata?: object
  }
}

/** The lines of the bundled snapshot, read without the code under test. */
export function snapshotTokens(): SnapshotLine[] {
  lines ??= readLines()
  return lines
}

let lines: SnapshotLine[] | undefined

function readLines(): SnapshotLine[] {
  const text = gunzipSync(readFileSync('src/tokens/data/tokens.ndjson.gz')).toString()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
