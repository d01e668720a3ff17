import { setImmediate } from 'node:timers/promises'
import { integerOf, optionalTextOf, type Query, type Row, textOf } from '../database/database.ts'
import { readInSteps } from '../database/readInSteps.ts'
import type { BlockRange } from './chainCache.ts'

/**
 * Selects the balances of the holders of a rune, or those of an address. `fixed` is the column that `value`
 * selects, `listed` the column of the ids in the list.
 */
export type BalanceScope =
  | { fixed: 'rune_id'; listed: 'address'; value: string }
  | { fixed: 'address'; listed: 'rune_id'; value: string }

/** A balance above 0, in units of 10^−38 of a rune, so that balances of all runes can be compared. */
type RankedBalance = { id: string; amount: bigint }

/**
 * Largest balance first. `burned` has the burned amount of each id, if balances do not deduct it. A list
 * that is too long is empty, and not read again when the chain grows.
 */
export type RankedBalances = {
  list: RankedBalance[]
  burned: Map<string, bigint>
  isTooLong: boolean
}

/** Whether the indexer's balances deduct burns. */
export type Burns = 'deducted' | 'not deducted'

/** The maximum divisibility of a rune. */
const MAX_DIVISIBILITY = 38
/** Rows of a query or a part of a merge: each blocks other requests for a few milliseconds. */
const STEP = 2000
/** About 45 MB. */
export const MAX_SORTED_BALANCES = 250_000

type Reading = { blocks: BlockRange; previous: RankedBalances | undefined; burns: Burns }

/**
 * The balances after some blocks, from those before them. No index has them in this order: the newest
 * balance of each id is found with one index seek, and the list is sorted here.
 */
export async function readRankedBalances(
  query: Query,
  scope: BalanceScope,
  { blocks, previous, burns }: Reading,
): Promise<RankedBalances> {
  if (previous?.isTooLong) return previous
  const newlyBurned =
    burns === 'not deducted' ? await readBurned(query, scope, blocks) : new Map<string, bigint>()
  const burned = addUp(previous?.burned, newlyBurned)
  const statement =
    previous === undefined
      ? { sql: ALL[scope.fixed], parameters: [scope.value] }
      : { sql: CHANGED[scope.fixed], parameters: [scope.value, blocks.above, blocks.upTo] }
  const keyOf = (row: Row) => textOf(row, 'id')
  const steps = readInSteps(query, { ...statement, step: STEP, start: '', keyOf })
  let unchanged = previous?.list ?? []
  const runs: RankedBalance[][] = []
  for await (const step of steps) {
    const rows = step.map(balanceOf)
    unchanged = without(unchanged, rows)
    await addRun(runs, rank(rows, burned))
    if (sizeOf(runs) > MAX_SORTED_BALANCES) return TOO_LONG
  }
  let list = unchanged
  for (const run of runs) list = await merge(list, run)
  return list.length > MAX_SORTED_BALANCES ? TOO_LONG : { list, burned, isTooLong: false }
}

const TOO_LONG: RankedBalances = { list: [], burned: new Map(), isTooLong: true }

/** The amount as a whole number of the smallest unit. */
export function toUnits(amount: bigint, divisibility: number): bigint {
  return amount / 10n ** BigInt(MAX_DIVISIBILITY - divisibility)
}

type CurrentBalance = { id: string; balance: bigint; unit: bigint }

/** Someone who burned may have no balance. */
function balanceOf(row: Row): CurrentBalance {
  const balance = BigInt(optionalTextOf(row, 'balance') ?? 0)
  return { id: textOf(row, 'id'), balance, unit: unitOf(row) }
}

function unitOf(row: Row): bigint {
  const decimals = MAX_DIVISIBILITY - (integerOf(row, 'divisibility') ?? 0)
  const known = UNITS.get(decimals) ?? 10n ** BigInt(decimals)
  UNITS.set(decimals, known)
  return known
}

const UNITS = new Map<number, bigint>()

function rank(rows: CurrentBalance[], burned: Map<string, bigint>): RankedBalance[] {
  return rows
    .map(({ id, balance, unit }) => ({ id, amount: (balance - (burned.get(id) ?? 0n)) * unit }))
    .filter(({ amount }) => amount > 0n)
    .sort(compare)
}

function compare(a: RankedBalance, b: RankedBalance): number {
  if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1
  return a.id < b.id ? -1 : 1
}

function without(list: RankedBalance[], rows: CurrentBalance[]): RankedBalance[] {
  if (list.length === 0) return list
  const ids = new Set(rows.map(({ id }) => id))
  return list.filter(({ id }) => !ids.has(id))
}

/** Merges runs of similar length, so that each entry is merged only a few times. */
async function addRun(runs: RankedBalance[][], added: RankedBalance[]): Promise<void> {
  let run = added
  for (let last = runs.at(-1); last && last.length < 2 * run.length; last = runs.at(-1)) {
    runs.pop()
    run = await merge(last, run)
  }
  runs.push(run)
}

function sizeOf(runs: RankedBalance[][]): number {
  return runs.reduce((sum, { length }) => sum + length, 0)
}

async function merge(first: RankedBalance[], second: RankedBalance[]): Promise<RankedBalance[]> {
  const merged: RankedBalance[] = []
  let next = 0
  for (const [index, balance] of first.entries()) {
    for (let other = second[next]; other && compare(other, balance) < 0; other = second[next]) {
      merged.push(other)
      next += 1
    }
    merged.push(balance)
    if (index % STEP === STEP - 1) await setImmediate()
  }
  return merged.concat(second.slice(next))
}

async function readBurned(query: Query, scope: BalanceScope, { above, upTo }: BlockRange) {
  const rows = await query(BURNED[scope.fixed], [scope.value, above, upTo])
  const burned = new Map<string, bigint>()
  for (const row of rows) {
    const id = textOf(row, 'id')
    burned.set(id, (burned.get(id) ?? 0n) + BigInt(textOf(row, 'amount')))
  }
  return burned
}

function addUp(
  previous: Map<string, bigint> | undefined,
  more: Map<string, bigint>,
): Map<string, bigint> {
  const sum = new Map(previous)
  for (const [id, amount] of more) sum.set(id, (sum.get(id) ?? 0n) + amount)
  return sum
}

type Columns = Pick<BalanceScope, 'fixed' | 'listed'>

/** The columns of a current balance. `l` has the ids. */
function currentOf({ fixed, listed }: Columns): string {
  return `
    SELECT l.id,
           CAST((SELECT b.balance FROM balance_changes b WHERE b.${fixed} = $1 AND b.${listed} = l.id
                  ORDER BY b.block_height DESC LIMIT 1) AS TEXT) AS balance,
           CAST((SELECT r.divisibility FROM runes r
                  WHERE r.id = ${listed === 'rune_id' ? 'l.id' : '$1'}) AS TEXT) AS divisibility
      FROM listed l`
}

/** The next ids after `$2` with their current balances: one index seek for each, however old it is. */
function allOf({ fixed, listed }: Columns): string {
  return `
    WITH RECURSIVE listed(id, position) AS (
      SELECT (SELECT min(${listed}) FROM balance_changes WHERE ${fixed} = $1 AND ${listed} > $2), 1
       UNION ALL
      SELECT (SELECT min(c.${listed}) FROM balance_changes c
               WHERE c.${fixed} = $1 AND c.${listed} > last.id), last.position + 1
        FROM listed last WHERE last.id IS NOT NULL AND last.position < ${STEP}
    )
    ${currentOf({ fixed, listed })} WHERE l.id IS NOT NULL ORDER BY l.id`
}

/** The next ids after `$4` that changed in some blocks with their current balances. */
function changedOf({ fixed, listed }: Columns): string {
  return `
    WITH changed(id) AS (
      SELECT ${listed} FROM balance_changes
       WHERE ${fixed} = $1 AND block_height > $2 AND block_height <= $3
       UNION
      SELECT ${listed} FROM ledger
       WHERE ${fixed} = $1 AND operation = 'burn' AND address IS NOT NULL
         AND block_height > $2 AND block_height <= $3
    ), listed(id) AS (SELECT id FROM changed WHERE id > $4 ORDER BY id LIMIT ${STEP})
    ${currentOf({ fixed, listed })} ORDER BY l.id`
}

function burnedOf({ fixed, listed }: Columns): string {
  return `
    SELECT ${listed} AS id, CAST(amount AS TEXT) AS amount FROM ledger
     WHERE ${fixed} = $1 AND operation = 'burn' AND address IS NOT NULL AND amount IS NOT NULL
       AND block_height > $2 AND block_height <= $3
     ORDER BY block_height DESC, tx_index DESC, event_index DESC`
}

const HOLDERS: Columns = { fixed: 'rune_id', listed: 'address' }
const HELD: Columns = { fixed: 'address', listed: 'rune_id' }
const ALL = { rune_id: allOf(HOLDERS), address: allOf(HELD) }
const CHANGED = { rune_id: changedOf(HOLDERS), address: changedOf(HELD) }
const BURNED = { rune_id: burnedOf(HOLDERS), address: burnedOf(HELD) }
