import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PACKAGE_FOLDER } from '../packageFolder.ts'

export const CANDIDATES_FILE = join(PACKAGE_FOLDER, 'src/tokenFollower/data/candidates.txt.gz')

/** The candidates without a height are those of all blocks up to this one. */
const FIRST_CANDIDATES_HEIGHT = 4_620_776

/** A contract of mainnet that may be a token. */
export type Candidate = {
  principal: string
  /** In which block and by which transaction it was deployed, if a node has told a release of Cairn. */
  deployment: { height: number; txId: string } | undefined
}

/** The lines of the candidates that Cairn brings. */
export function readCandidates(): string[] {
  return gunzipSync(readFileSync(CANDIDATES_FILE)).toString().trim().split('\n')
}

/** Parses a line: a principal, or one with a height and a transaction behind it. */
export function candidateOf(line: string): Candidate {
  const [principal = '', height, txId] = line.split(' ')
  const isDated = height !== undefined && txId !== undefined
  return { principal, deployment: isDated ? { height: Number(height), txId } : undefined }
}

/** Up to this height, no other block deploys a token. */
export function heightOfCandidates(candidates: readonly Candidate[]): number {
  return candidates.reduce(
    (height, { deployment }) => Math.max(height, deployment?.height ?? 0),
    FIRST_CANDIDATES_HEIGHT,
  )
}
