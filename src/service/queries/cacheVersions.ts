import { setTimeout } from 'node:timers/promises'
import type { Database, Databases } from '../database/database.ts'
import { readTip, type Tip } from './readTip.ts'

/** The versions of the data, for caches. A value is undefined if it cannot be read now. */
export type Versions = {
  /** Of the tokens and the directory. */
  tokens: string | undefined
  /** Of the records of past blocks: changes with an import. */
  ledger: string | undefined
  /** The newest block of the ledger, without samples; also undefined if there is none. */
  tip: Tip | undefined
}

/** Versions older than this are read again. Meanwhile they are used until they are twice as old. */
const VERSIONS_TTL_MS = 1000
/** A database that takes longer counts as unavailable. */
const VERSIONS_TIMEOUT_MS = 1000

/**
 * Reads the versions of the data at most once a second. They change when the chain tip moves and when
 * data are imported, but not with every write.
 */
export function createVersions(
  { tokens, runes }: Databases,
  monotonicMs: () => number,
): { read(): Versions | Promise<Versions> } {
  let latest = { readAt: Number.NEGATIVE_INFINITY, versions: UNKNOWN }
  let reading: Promise<Versions> | undefined

  async function refresh(): Promise<Versions> {
    const readAt = monotonicMs()
    const versions = await readNow()
    latest = { readAt, versions }
    reading = undefined
    return versions
  }

  async function readNow(): Promise<Versions> {
    const [tokensVersion, ledger] = await Promise.all([
      orUndefined(tokens.dataVersion('tokens')),
      orUndefined(readLedgerVersion(runes)),
    ])
    return { tokens: tokensVersion, ledger: ledger?.version, tip: ledger?.tip }
  }

  return {
    read: () => {
      const age = monotonicMs() - latest.readAt
      if (age >= VERSIONS_TTL_MS) reading ??= refresh()
      return reading === undefined || age < 2 * VERSIONS_TTL_MS ? latest.versions : reading
    },
  }
}

const UNKNOWN: Versions = { tokens: undefined, ledger: undefined, tip: undefined }

async function readLedgerVersion(runes: Database) {
  const [version, tip] = await Promise.all([runes.dataVersion('runes'), readTip(runes.query)])
  return { version, tip }
}

function orUndefined<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  const late = setTimeout(VERSIONS_TIMEOUT_MS, undefined, { ref: false })
  return Promise.race([reading, late]).catch(() => undefined)
}
