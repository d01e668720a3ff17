import { setTimeout } from 'node:timers/promises'
import type { Database, Databases } from '../database/database.ts'
import { SAMPLES } from '../snapshot/samples.ts'
import { locateBlockBelow } from './scope.ts'

/** What a cache has to know of the data. A value is undefined if it cannot be read now. */
export type Versions = {
  /** Of the tokens and the directory. */
  tokens: string | undefined
  /** Of the ledger apart from the growth of the chain: it changes with an import. */
  ledger: string | undefined
  /** The newest block of the ledger, samples left out; undefined if there is none, too. */
  tip: { height: number; hash: string } | undefined
}

/** Milliseconds for which versions count as current. */
const VERSIONS_TTL_MS = 1000
/** A database that takes longer counts as unavailable: nothing that is cached should wait for it. */
const VERSIONS_TIMEOUT_MS = 1000

/**
 * Reads the versions of the data at most once a second, however many ask. Writes that change neither
 * the chain tip nor what was imported change none of them.
 * @param clock monotonic, in milliseconds.
 */
export function createVersions(
  { tokens, runes }: Databases,
  { clock = () => performance.now() }: { clock?: (() => number) | undefined } = {},
): { read(): Promise<Versions> } {
  let current: { readAt: number; versions: Promise<Versions> } | undefined

  async function readNow(): Promise<Versions> {
    const [tokensVersion, ledger] = await Promise.all([
      orUndefined(tokens.dataVersion('tokens')),
      orUndefined(readLedger(runes)),
    ])
    return { tokens: tokensVersion, ledger: ledger?.version, tip: ledger?.tip }
  }

  return {
    read: () => {
      if (current === undefined || clock() - current.readAt >= VERSIONS_TTL_MS) {
        current = { readAt: clock(), versions: readNow() }
      }
      return current.versions
    },
  }
}

async function readLedger(runes: Database) {
  const [version, tip] = await Promise.all([
    runes.dataVersion('runes'),
    locateBlockBelow(runes.query, SAMPLES.block_height),
  ])
  return { version, tip: tip && { height: tip.height, hash: tip.hash } }
}

function orUndefined<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  const late = setTimeout(VERSIONS_TIMEOUT_MS, undefined, { ref: false })
  return Promise.race([reading, late]).catch(() => undefined)
}
