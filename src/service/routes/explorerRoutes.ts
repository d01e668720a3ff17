import { DECODE, ENDPOINTS } from '../../contract/endpoints.ts'
import type { BlockIdentifier } from '../../contract/identifiers.ts'
import { postPath } from '../http/createRoutes.ts'
import { jsonResponse } from '../http/jsonResponse.ts'
import { readAddressDetails } from '../queries/addresses.ts'
import { readAddressHistory, readAddressSeries } from '../queries/addressHistory.ts'
import { readAddressMovements } from '../queries/addressMovements.ts'
import { readByAddress } from '../queries/addressTotals.ts'
import { readGroups } from '../queries/alike.ts'
import { readBalanceShares, readHolderChanges } from '../queries/balances.ts'
import { readBlockDetails, readBlocks } from '../queries/blocks.ts'
import { readBurns } from '../queries/burns.ts'
import { readCenotaphs } from '../queries/cenotaphs.ts'
import { decodeHex } from '../queries/decode.ts'
import { describeBody, readRawTransaction } from '../queries/decodeBody.ts'
import { readDistribution } from '../queries/distribution.ts'
import { readHighlights } from '../queries/highlights.ts'
import { readHistory } from '../queries/history.ts'
import { type Index, isFinal } from '../queries/indexReader.ts'
import {
  expectBlock,
  expectTransaction,
  type LocatedBlock,
  type LocatedTransaction,
} from '../queries/locate.ts'
import { readMilestones } from '../queries/milestones.ts'
import { readBlockMovements, readMovements, readRuneMovements } from '../queries/movements.ts'
import { readNameStatus, readNameUnlocks } from '../queries/names.ts'
import {
  readAddressOutputs,
  readOutput,
  readOutputs,
  readTransactionInputs,
  readTransactionOutputs,
} from '../queries/outputs.ts'
import { readPulse } from '../queries/pulse.ts'
import { readAddressRefusals, readRuneRefusals } from '../queries/refusals.ts'
import { readRuneLookAlikes } from '../queries/runeLookAlikes.ts'
import { readPaidRunes, readRuneDetails, readRuneList } from '../queries/runes.ts'
import { search } from '../queries/search.ts'
import { readByRune } from '../queries/totals.ts'
import { readTransactionDetails } from '../queries/transactions.ts'
import { readTreemap } from '../queries/treemap.ts'
import type { DataSource } from '../readers/reader.ts'
import type { ReaderRoutes } from '../readers/readerRoutes.ts'
import { createIndexRoutes, type IndexRoutes } from './indexRoutes.ts'

/** The endpoints under /explorer/v1 that a reader answers. */
export function explorerRoutes(routes: ReaderRoutes, source: DataSource): void {
  const indexRoutes = createIndexRoutes(routes, source)
  searchRoutes(indexRoutes, source)
  chainRoutes(indexRoutes)
  runeRoutes(indexRoutes)
  addressRoutes(indexRoutes)
}

function searchRoutes({ get, value }: IndexRoutes, source: DataSource): void {
  get(ENDPOINTS.search, async ({ q, ...options }, { readIndex, readTokens }) => {
    const { isReadable } = await source.chain.read()
    const found = await readTokens((tokens) =>
      search(isReadable ? readIndex : undefined, tokens, q, options),
    )
    // Without tags, because few searches are repeated.
    return jsonResponse(found)
  })
  value(ENDPOINTS.nameUnlocks, async (index, query) => readNameUnlocks(index, query))
  value(ENDPOINTS.nameStatus, (index, { name }) => readNameStatus(index, name))
  get({ ...DECODE, path: postPath(DECODE) }, async ({ hex }, { readIndex }) => {
    const raw = readRawTransaction(hex)
    const applied = raw.transaction && (await source.applyTransaction?.(raw.bytes))
    return jsonResponse(await readIndex((index) => describeBody(index, raw, applied)))
  })
  value(ENDPOINTS.decodeScript, (index, { script, outputs }) => decodeHex(index, script, outputs))
}

function chainRoutes({ history, ranking, value }: IndexRoutes): void {
  value(ENDPOINTS.pulse, readPulse)
  value(ENDPOINTS.highlights, readHighlights)
  history(ENDPOINTS.blocks, readBlocks)
  value(ENDPOINTS.blockDetails, (index, { block }) => readBlockDetails(index, block))
  history(ENDPOINTS.blockMovements, inBlock(readBlockMovements))
  history(ENDPOINTS.blockGroups, inBlock(readGroups('rune')))
  value(ENDPOINTS.blockTreemap, async (index, { block }) =>
    readTreemap(index, await expectBlock(index, block)),
  )
  history(ENDPOINTS.blockByAddress, inBlock(readByAddress))
  history(ENDPOINTS.blockByRune, inBlock(readByRune))
  history(ENDPOINTS.burns, readBurns)
  history(ENDPOINTS.cenotaphs, readCenotaphs)
  value(ENDPOINTS.transactionDetails, (index, { tx_id }) => readTransactionDetails(index, tx_id))
  history(ENDPOINTS.transactionMovements, inTransaction(readMovements))
  history(ENDPOINTS.transactionGroups, inTransaction(readGroups('rune-giver-amount')))
  history(ENDPOINTS.transactionByAddress, inTransaction(readByAddress))
  history(ENDPOINTS.transactionByRune, inTransaction(readByRune))
  history(ENDPOINTS.transactionInputs, inTransaction(readTransactionInputs))
  // Never final, and no history: a new block can spend an output of any age.
  ranking(ENDPOINTS.transactionOutputs, async (index, { tx_id, ...paging }) =>
    readTransactionOutputs(index, await expectTransaction(index, tx_id), paging),
  )
}

/** Reads a list of a block, which can no longer change if the block is final. */
function inBlock<Query, Page>(
  read: (index: Index, block: LocatedBlock, query: Query) => Promise<Page>,
) {
  return async (index: Index, query: Query & { block: BlockIdentifier }) => {
    const located = await expectBlock(index, query.block)
    const page = await read(index, located, query)
    return { ...page, isFinal: isFinal(located.height, index.tip) }
  }
}

/** The same of a transaction. */
function inTransaction<Query, Page>(
  read: (index: Index, transaction: LocatedTransaction, query: Query) => Promise<Page>,
) {
  return async (index: Index, query: Query & { tx_id: string }) => {
    const located = await expectTransaction(index, query.tx_id)
    const page = await read(index, located, query)
    return { ...page, isFinal: isFinal(located.height, index.tip) }
  }
}

function runeRoutes({ history, ranking, value }: IndexRoutes): void {
  ranking(ENDPOINTS.runes, readRuneList)
  value(ENDPOINTS.runeDetails, (index, { rune }) => readRuneDetails(index, rune))
  history(ENDPOINTS.runeMovements, readRuneMovements)
  // A new refusal drops the oldest one of a full list.
  ranking(ENDPOINTS.runeRefusals, readRuneRefusals)
  ranking(ENDPOINTS.runeHolders, readHolderChanges)
  ranking(ENDPOINTS.runeLookAlikes, readRuneLookAlikes)
  value(ENDPOINTS.runeHistory, readHistory)
  value(ENDPOINTS.runeMilestones, (index, { rune }) => readMilestones(index, rune))
  value(ENDPOINTS.runeDistribution, (index, { rune }) => readDistribution(index, rune))
}

function addressRoutes({ history, ranking, value }: IndexRoutes): void {
  value(ENDPOINTS.addressDetails, (index, { address }) => readAddressDetails(index, address))
  ranking(ENDPOINTS.addressBalances, readBalanceShares)
  history(ENDPOINTS.addressMovements, readAddressMovements)
  value(ENDPOINTS.addressSeries, readAddressSeries)
  value(ENDPOINTS.addressHistory, readAddressHistory)
  ranking(ENDPOINTS.addressOutputs, readAddressOutputs)
  ranking(ENDPOINTS.addressPaid, readPaidRunes)
  history(ENDPOINTS.addressRefusals, readAddressRefusals)
  value(ENDPOINTS.outputs, (index, { output }) => readOutputs(index, output.values))
  value(ENDPOINTS.outputDetails, (index, { output }) => readOutput(index, output))
}
