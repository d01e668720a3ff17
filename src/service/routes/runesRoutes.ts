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
import { createIndexRoutes, type IndexRoutes } from './indexRoutes.ts'
import { RETIRED, SPECIFIED, type WireForm } from './wireForms.ts'

/** The endpoints of the retired runes API, in both forms. */
export function runesRoutes(routes: ReaderRoutes, source: DataSource): void {
  for (const form of [SPECIFIED, RETIRED]) {
    addStatus(routes, source, form)
    addActivity(createIndexRoutes(routes, source), form)
    addRunes(createIndexRoutes(routes, source), form)
  }
}

function addStatus(routes: ReaderRoutes, source: DataSource, { endpoint }: WireForm): void {
  routes.get(endpoint(ENDPOINTS.runesStatus), async (_, { readState }) => {
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
}

function addActivity({ history }: IndexRoutes, { endpoint, record, ofRune }: WireForm): void {
  const written = async <Page extends { results: ActivityRecord[] }>(reading: Promise<Page>) => {
    const page = await reading
    return { ...page, results: page.results.map(record) }
  }
  history(endpoint(ENDPOINTS.blockActivity), async (index, { block, ...query }) =>
    written(readRangeRecords(index, await locateBlock(index, block), query)),
  )
  history(endpoint(ENDPOINTS.transactionActivity), async (index, { tx_id, ...query }) =>
    written(readRangeRecords(index, await locateTransaction(index, tx_id), query)),
  )
  history(endpoint(ENDPOINTS.etchingActivity), (index, values) =>
    written(ofRune(readRuneRecords(index, values))),
  )
  history(endpoint(ENDPOINTS.etchingAddressActivity), (index, values) =>
    written(ofRune(readRuneAddressRecords(index, values))),
  )
  history(endpoint(ENDPOINTS.addressActivity), (index, values) =>
    written(readAddressRecords(index, values)),
  )
}

function addRunes({ ranking, value }: IndexRoutes, { endpoint, etching }: WireForm): void {
  ranking(endpoint(ENDPOINTS.etchings), async (index, paging) => {
    const page = await readEtchings(index, paging)
    return { ...page, results: page.results.map(etching) }
  })
  value(endpoint(ENDPOINTS.etching), async (index, values) =>
    etching(await readEtching(index, values.etching)),
  )
  ranking(endpoint(ENDPOINTS.holders), readHolders)
  value(endpoint(ENDPOINTS.holder), readHolder)
  ranking(endpoint(ENDPOINTS.balances), readBalances)
}
