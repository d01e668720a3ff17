import { ENDPOINTS } from '../../contract/endpoints.ts'
import { RuneActivity } from '../../contract/schemas/activity.ts'
import { Balance, Holder } from '../../contract/schemas/address.ts'
import { Etching } from '../../contract/schemas/etching.ts'
import type { Routes } from '../http/createRoutes.ts'
import { jsonResponse } from '../http/jsonResponse.ts'
import { readBalances, readHolder, readHolders } from '../queries/balances.ts'
import {
  type ActivityRecord,
  readAddressRecords,
  readBlockRecords,
  readRuneAddressRecords,
  readRuneRecords,
  readTransactionRecords,
} from '../queries/records.ts'
import { readEtching, readEtchings } from '../queries/runes.ts'
import type { Service } from '../service.ts'
import { createIndexLists } from './indexLists.ts'

/** The endpoints of the retired runes API. */
export function runesRoutes(routes: Routes, service: Service): void {
  const { readIndex, chain, version } = service
  const { history, ranking } = createIndexLists(routes, service)
  const prefix = createHexPrefix(service)
  const withPrefix = <Page extends { results: ActivityRecord[] }>(page: Page) => ({
    ...page,
    results: page.results.map(prefix.record),
  })

  routes.get(ENDPOINTS.runesStatus, async () => {
    const { tip, isReadable, target } = await chain.read()
    const status = {
      server_version: `cairn ${version}`,
      status: isReadable ? 'ready' : 'indexing',
      block_height: tip?.height,
      target_height: isReadable ? undefined : target,
    }
    // Without tags: the progress of the first pass moves on.
    return jsonResponse(status, ...(isReadable ? (['tip'] as const) : []))
  })
  history(ENDPOINTS.blockActivity, RuneActivity, async (index, { block, ...query }) => {
    const { page, isFinal } = await readBlockRecords(index, block, query)
    return { page: withPrefix(page), isFinal }
  })
  history(ENDPOINTS.transactionActivity, RuneActivity, async (index, { tx_id, ...query }) => {
    const { page, isFinal } = await readTransactionRecords(index, tx_id, query)
    return { page: withPrefix(page), isFinal }
  })
  history(ENDPOINTS.etchingActivity, RuneActivity, async (index, { etching, ...query }) => ({
    page: withPrefix(await readRuneRecords(index, etching, query)),
  }))
  history(ENDPOINTS.etchingAddressActivity, RuneActivity, async (index, { etching, ...query }) => ({
    page: withPrefix(await readRuneAddressRecords(index, etching, query)),
  }))
  history(ENDPOINTS.addressActivity, RuneActivity, async (index, { address, ...query }) => ({
    page: withPrefix(await readAddressRecords(index, address, query)),
  }))
  ranking(ENDPOINTS.etchings, Etching, async (index, paging) => {
    const page = await readEtchings(index, paging)
    return { page: { ...page, results: page.results.map(prefix.etching) } }
  })
  routes.get(ENDPOINTS.etching, async ({ etching }) => {
    const rune = await readIndex((index) => readEtching(index, etching))
    return jsonResponse(prefix.etching(rune), 'tip')
  })
  ranking(ENDPOINTS.holders, Holder, async (index, { etching, ...paging }) => ({
    page: await readHolders(index, etching, paging),
  }))
  routes.get(ENDPOINTS.holder, async ({ etching, address }) => {
    return jsonResponse(await readIndex((index) => readHolder(index, etching, address)), 'tip')
  })
  ranking(ENDPOINTS.balances, Balance, async (index, { address, ...paging }) => ({
    page: await readBalances(index, address, paging),
  }))
}

/**
 * How this API writes hashes: with `0x` as in the specification, or without, as the retired runes API did,
 * whose `output` is `<tx id>:<vout>`.
 */
function createHexPrefix({ settings: { HEX_PREFIX } }: Service) {
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
