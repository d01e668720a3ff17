import { ENDPOINTS } from '../../contract/endpoints.ts'
import { jsonResponse } from '../http/jsonResponse.ts'
import { readBalances, readHolder, readHolders } from '../queries/balances.ts'
import { locateBlock, locateTransaction } from '../queries/locate.ts'
import {
  type ActivityRecord,
  readAddressRecords,
  readRangeRecords,
  readRuneAddressRecords,
  readRuneRecords,
} from '../queries/records.ts'
import { readEtching, readEtchings } from '../queries/runes.ts'
import type { DataSource } from '../readers/reader.ts'
import type { ReaderRoutes } from '../readers/readerRoutes.ts'
import { createIndexRoutes } from './indexRoutes.ts'

/** The endpoints of the retired runes API. */
export function runesRoutes(routes: ReaderRoutes, source: DataSource): void {
  const { history, ranking, value } = createIndexRoutes(routes, source)
  const prefix = createHexPrefix(source)
  const withPrefix = async <Page extends { results: ActivityRecord[] }>(reading: Promise<Page>) => {
    const page = await reading
    return { ...page, results: page.results.map(prefix.record) }
  }

  routes.get(ENDPOINTS.runesStatus, async (_, { readState }) => {
    const { tip, isReadable, target } = await readState()
    const status = {
      server_version: `cairn ${source.version}`,
      status: isReadable ? 'ready' : 'indexing',
      block_height: tip?.height,
      target_height: isReadable ? undefined : target,
    }
    // Without tags: the progress of the first pass moves on.
    return jsonResponse(status, ...(isReadable ? (['tip'] as const) : []))
  })
  history(ENDPOINTS.blockActivity, async (index, { block, ...query }) =>
    withPrefix(readRangeRecords(index, await locateBlock(index, block), query)),
  )
  history(ENDPOINTS.transactionActivity, async (index, { tx_id, ...query }) =>
    withPrefix(readRangeRecords(index, await locateTransaction(index, tx_id), query)),
  )
  history(ENDPOINTS.etchingActivity, (index, values) => withPrefix(readRuneRecords(index, values)))
  history(ENDPOINTS.etchingAddressActivity, (index, values) =>
    withPrefix(readRuneAddressRecords(index, values)),
  )
  history(ENDPOINTS.addressActivity, (index, values) =>
    withPrefix(readAddressRecords(index, values)),
  )
  ranking(ENDPOINTS.etchings, async (index, paging) => {
    const page = await readEtchings(index, paging)
    return { ...page, results: page.results.map(prefix.etching) }
  })
  value(ENDPOINTS.etching, async (index, { etching }) =>
    prefix.etching(await readEtching(index, etching)),
  )
  ranking(ENDPOINTS.holders, readHolders)
  value(ENDPOINTS.holder, readHolder)
  ranking(ENDPOINTS.balances, readBalances)
}

/**
 * How this API writes hashes: with `0x` as in the specification, or without, as the retired runes API did,
 * whose `output` is `<tx id>:<vout>`.
 */
function createHexPrefix({ HEX_PREFIX }: DataSource) {
  const prefix = HEX_PREFIX === 'none' ? '' : '0x'
  const prefixed = (hash: string | undefined) => (hash === undefined ? undefined : prefix + hash)
  return {
    record({ location, ...record }: ActivityRecord) {
      const { block_hash, block_height, tx_id, tx_index, vout, timestamp } = location
      const output = prefix === '' ? `${tx_id}:${vout}` : prefixed(tx_id)
      return {
        ...record,
        location: {
          block_hash: prefixed(block_hash),
          block_height,
          tx_id: prefixed(tx_id),
          tx_index,
          vout,
          output: vout === undefined ? undefined : output,
          timestamp,
        },
      }
    },
    etching({ location, ...rune }: Awaited<ReturnType<typeof readEtching>>) {
      const { block_hash, tx_id } = location
      return {
        ...rune,
        location: { ...location, block_hash: prefixed(block_hash), tx_id: prefixed(tx_id) },
      }
    },
  }
}
