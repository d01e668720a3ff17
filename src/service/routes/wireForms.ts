import { compatOf } from '../../contract/compat.ts'
import type { Endpoint, Parameters } from '../../contract/endpoint.ts'
import { HttpProblem } from '../http/httpProblem.ts'
import type { ActivityRecord } from '../queries/records.ts'
import type { readEtching } from '../queries/runes.ts'
import type { findTokens } from '../tokens/findTokens.ts'
import type { readTokenList } from '../tokens/readTokenList.ts'

type Etching = Awaited<ReturnType<typeof readEtching>>
type TokenInList = Awaited<ReturnType<typeof readTokenList>>['results'][number]
type TokenByContract = Awaited<ReturnType<typeof findTokens>>[number]
type Page = { total: number; results: ActivityRecord[] }

/** How the endpoints of the two public APIs write what both forms say. */
export type WireForm = typeof SPECIFIED

/** The form of the specification, with `0x` before hashes. */
export const SPECIFIED = {
  endpoint<Given extends Parameters>(endpoint: Endpoint<Given>): Endpoint<Given> {
    return endpoint
  },
  record: ({ location, ...record }: ActivityRecord): object => {
    const { block_hash, block_height, tx_id, tx_index, vout, timestamp } = location
    return {
      ...record,
      location: {
        block_hash: prefixed(block_hash),
        block_height,
        tx_id: prefixed(tx_id),
        tx_index,
        vout,
        output: vout === undefined ? undefined : prefixed(tx_id),
        timestamp,
      },
    }
  },
  /** The records of a rune, which may be unknown. */
  ofRune: (reading: Promise<Page>): Promise<Page> => reading,
  etching: ({ location, ...rune }: Etching): object => {
    const { block_hash, tx_id } = location
    return {
      ...rune,
      location: { ...location, block_hash: prefixed(block_hash), tx_id: prefixed(tx_id) },
    }
  },
  /** Whether lists leave out tokens without the transaction that deployed them. */
  needsTransaction: false,
  listedToken: (token: TokenInList): object => token,
  foundToken: (token: TokenByContract): object => token,
}

/** The form of the servers that had the two APIs first, under `/compat`. */
export const RETIRED: WireForm = {
  endpoint: compatOf,
  record({ location, ...record }) {
    const { block_hash, block_height, tx_id, tx_index, vout, timestamp } = location
    const output = vout === undefined ? undefined : `${tx_id}:${vout}`
    return {
      ...record,
      location: { block_hash, block_height, tx_id, tx_index, vout, output, timestamp },
    }
  },
  async ofRune(reading) {
    try {
      return await reading
    } catch (error) {
      if (error instanceof HttpProblem && error.problem === 'rune-not-found') return EMPTY
      throw error
    }
  },
  etching({ location, cenotaph: _, ...rune }) {
    const isGenesis = rune.id === '1:0' && location.tx_id === undefined
    return { ...rune, location: isGenesis ? GENESIS_LOCATION : location }
  },
  needsTransaction: true,
  listedToken({ has_document: _, deployed_at: __, listed_by: ___, same_name: ____, ...token }) {
    return token
  },
  foundToken: ({ asset_identifier: _, ...token }) => token,
}

const EMPTY: Page = { total: 0, results: [] }

/** Where the retired API said that UNCOMMON•GOODS was etched, which no transaction did. */
const GENESIS_LOCATION = {
  block_hash: '0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5',
  block_height: 840_000,
  tx_id: '',
  tx_index: 0,
  timestamp: 0,
}

function prefixed(hash: string | undefined): string | undefined {
  return hash === undefined ? undefined : `0x${hash}`
}
