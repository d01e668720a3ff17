import { SAMPLES } from '../../contract/samples.ts'
import { type Query, textOf } from '../database/database.ts'
import type { Logger } from '../observability/logger.ts'
import { createChainCache, type LedgerState } from './chainCache.ts'
import type { Burns } from './rankedBalances.ts'

/** This many of the newest and of the oldest burns are sampled. */
const MAX_SAMPLED = 50
/** Records of a burner that are added up. Burners with more are left out. */
const MAX_RECORDS = 5000

/** Whether the balances in balance_changes deduct burns, or that burners contradict each other. */
type Finding = Burns | 'contradictory'

/**
 * Finds out whether the balances in balance_changes deduct burns: for a sample of burners, they equal
 * the ledger's received − sent − burned, or are larger by the burned amount. If no burner shows it,
 * this is repeated after the next block.
 */
export function createBurnDeduction(logger: Logger) {
  const cache = createChainCache<{ finding: Finding | undefined }>(1, () => 1)
  let logged: Finding | undefined

  async function read(ledger: LedgerState): Promise<Finding> {
    const { finding } = await cache.read(ledger, 'burns', async (_blocks, previous) => {
      if (previous?.finding !== undefined) return previous
      const burners = await compareBurners(ledger.query)
      return { finding: report(burners) }
    })
    return finding ?? 'deducted'
  }

  function report(burners: Burner[]): Finding | undefined {
    const kinds = new Set(burners.map(({ kind }) => kind))
    const [finding] = kinds.size > 1 ? (['contradictory'] as const) : kinds
    if (finding === logged) return finding
    logged = finding
    if (finding === 'contradictory') {
      logger.error({ burners: examplesOf(burners) }, CONTRADICTORY)
    } else {
      logger.info({ burners: burners.length }, `burns are ${finding} in balance_changes`)
    }
    return finding
  }

  return { read }
}

const CONTRADICTORY =
  'holders and balances are not served: in a sample of burners, the balances in balance_changes neither all deduct burns nor all ignore them'

/** Up to three burners of each kind. */
function examplesOf(found: Burner[]): Burner[] {
  const kinds: Finding[] = ['deducted', 'not deducted', 'contradictory']
  return kinds.flatMap((kind) => found.filter((burner) => burner.kind === kind).slice(0, 3))
}

type Burner = { rune_id: string; address: string; kind: Finding }

async function compareBurners(query: Query): Promise<Burner[]> {
  const rows = [...(await query(BURNERS.newest, [])), ...(await query(BURNERS.oldest, []))]
  const pairs = new Map(
    rows.map((row) => {
      const pair = { rune_id: textOf(row, 'rune_id'), address: textOf(row, 'address') }
      return [`${pair.rune_id} ${pair.address}`, pair] as const
    }),
  )
  const burners: Burner[] = []
  for (const { rune_id, address } of pairs.values()) {
    const kind = await compare(query, rune_id, address)
    if (kind !== undefined) burners.push({ rune_id, address, kind })
  }
  return burners
}

/** Undefined if the burner does not show it. */
async function compare(
  query: Query,
  runeId: string,
  address: string,
): Promise<Finding | undefined> {
  const records = await query(RECORDS, [address, runeId])
  const [row] = await query(BALANCE, [runeId, address])
  if (row === undefined || records.length > MAX_RECORDS) return
  let [moved, burned] = [0n, 0n]
  for (const record of records) {
    const amount = BigInt(textOf(record, 'amount'))
    if (record.operation === 'receive') moved += amount
    if (record.operation === 'send') moved -= amount
    if (record.operation === 'burn') burned += amount
  }
  if (burned === 0n) return
  const balance = BigInt(textOf(row, 'balance'))
  if (balance === moved - burned) return 'deducted'
  return balance === moved ? 'not deducted' : 'contradictory'
}

function burnersIn(direction: 'DESC' | 'ASC'): string {
  return `
    SELECT rune_id, address FROM ledger
     WHERE operation = 'burn' AND address IS NOT NULL AND block_height < ${SAMPLES.block_height}
       AND EXISTS (SELECT 1 FROM supply_changes s WHERE s.rune_id = ledger.rune_id)
     ORDER BY block_height ${direction}, tx_index ${direction}, event_index ${direction}
     LIMIT ${MAX_SAMPLED}`
}

const BURNERS = { newest: burnersIn('DESC'), oldest: burnersIn('ASC') }

const RECORDS = `
  SELECT CAST(operation AS TEXT) AS operation, CAST(amount AS TEXT) AS amount FROM ledger
   WHERE address = $1 AND rune_id = $2 AND amount IS NOT NULL LIMIT ${MAX_RECORDS + 1}`

const BALANCE = `
  SELECT CAST(balance AS TEXT) AS balance FROM balance_changes
   WHERE rune_id = $1 AND address = $2 ORDER BY block_height DESC LIMIT 1`
