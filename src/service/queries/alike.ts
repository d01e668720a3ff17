import type { ParametersOf } from '../../contract/endpoints.ts'
import {
  type LeadingGroup,
  MAX_NAMED_ADDRESSES,
  type MovementGroup,
  type Parties,
} from '../../contract/schemas/alike.ts'
import { countRows, numberOf, type Row } from '../../database/database.ts'
import { KINDS, type KindName, kindOf, NEW_RECEIVES, RUNE_MOVEMENTS } from '../../database/kinds.ts'
import { IS_CENOTAPH } from '../../database/schema.ts'
import { applyDivisibility } from './applyDivisibility.ts'
import type { Index } from './indexReader.ts'
import { readAddresses, readLabels } from './labels.ts'
import type { Range } from './ledger.ts'
import { expectRune } from './locate.ts'
import { MOVEMENT_TYPES_BY_KIND } from './movementPage.ts'
import { canBeRead } from './packedRows.ts'
import { type Party, type PartyMovement, readPartyMovements } from './parties.ts'

/** What movements that are alike have in common besides their type: the rune, or also the giver and the amount. */
type Likeness = 'rune' | 'rune-giver-amount'

type Query = ParametersOf<'blockGroups'>

/** Reads the movements of a range in groups of those that are alike: the largest first, then the first. */
export function readGroups(likeness: Likeness) {
  return async (index: Index, range: Range, query: Omit<Query, 'block'>) => {
    const { type, rune, change, offset, limit } = query
    const only = rune && (await expectRune(index, rune)).key
    // Change is shown where it is asked for.
    const isAsked = (own: PartyMovement['type']) =>
      type === undefined ? change === 'show' || own !== 'change' : own === type
    const movements = (await readPartyMovements(index, range)).filter(
      (movement) => isAsked(movement.type) && (only === undefined || movement.rune === only),
    )
    const groups = groupsOf(movements, likeness, await readCenotaphs(index, movements))
    return {
      total: groups.length,
      results: await describeGroups(index, groups.slice(offset, offset + limit)),
    }
  }
}

/** The keys of the malformed transactions among those of some movements, which are in their order. */
async function readCenotaphs({ query }: Index, movements: PartyMovement[]): Promise<Set<number>> {
  const [first, last] = [movements[0], movements.at(-1)]
  if (first === undefined || last === undefined) return new Set()
  const sql = `SELECT id FROM txs WHERE ${IS_CENOTAPH} AND id >= $1 AND id <= $2`
  const rows = await query(sql, [first.tx, last.tx])
  return new Set(rows.map((row) => numberOf(row, 'id')))
}

type Group = Pick<PartyMovement, 'type' | 'rune' | 'amount'> & {
  movements: number
  /** Undefined if not all moved the same. */
  amountEach: PartyMovement['amount']
  /** How many movements each has. */
  givers: Map<Party, number>
  receivers: Map<Party, number>
  ofNewUnits: number
  inCenotaphs: number
}

function groupsOf(
  movements: PartyMovement[],
  likeness: Likeness,
  cenotaphs: ReadonlySet<number>,
): Group[] {
  const groups = new Map<string, Group>()
  for (const movement of movements) {
    const { tx, type, rune, amount, isNew, givers, receivers } = movement
    const finer = likeness === 'rune' ? [] : [givers[0], amount]
    const key = [type, rune, ...finer].join()
    const group = groups.get(key) ?? newGroup(movement)
    groups.set(key, group)
    group.movements++
    if (isNew) group.ofNewUnits++
    if (cenotaphs.has(tx)) group.inCenotaphs++
    if (group.amountEach !== amount) group.amountEach = undefined
    if (amount !== undefined) group.amount = (group.amount ?? 0n) + amount
    addOne(group.givers, givers)
    addOne(group.receivers, receivers)
  }
  return [...groups.values()].sort((one, two) => two.movements - one.movements)
}

function newGroup({ type, rune, amount }: PartyMovement): Group {
  const parties = { givers: new Map<Party, number>(), receivers: new Map<Party, number>() }
  const counts = { movements: 0, ofNewUnits: 0, inCenotaphs: 0 }
  return { type, rune, amount: undefined, amountEach: amount, ...counts, ...parties }
}

function addOne(counts: Map<Party, number>, parties: Party[]): void {
  const taking = parties.length === 0 ? [undefined] : parties
  for (const party of taking) counts.set(party, (counts.get(party) ?? 0) + 1)
}

async function describeGroups(index: Index, groups: Group[]): Promise<MovementGroup[]> {
  const labelOf = await readLabels(
    index,
    groups.map(({ rune }) => rune),
  )
  const named = groups.flatMap(({ givers, receivers }) => [
    ...firstOf(givers),
    ...firstOf(receivers),
  ])
  const addresses = await readAddresses(index, named)
  const partiesOf = (counts: Map<Party, number>): Parties => {
    const byAddress = new Map(counts)
    byAddress.delete(undefined)
    return {
      addresses: byAddress.size,
      first: firstOf(counts).map((key) => addresses.get(key) ?? ''),
      most: [...byAddress.values()].reduce((most, count) => Math.max(most, count), 0),
      without_address: counts.get(undefined) ?? 0,
    }
  }
  return groups.map(({ type, rune, amount, amountEach, givers, receivers, ...group }) => {
    const label = labelOf(rune)
    const shown = (raw: bigint | undefined) =>
      raw === undefined ? undefined : applyDivisibility(raw, label.divisibility)
    return {
      type,
      rune: label,
      movements: group.movements,
      amount: shown(amount),
      amount_each: shown(amountEach),
      givers: partiesOf(givers),
      receivers: partiesOf(receivers),
      of_new_units: group.ofNewUnits,
      in_cenotaphs: group.inCenotaphs,
    }
  })
}

function firstOf(counts: Map<Party, number>): number[] {
  return [...counts.keys()].filter((key) => key !== undefined).slice(0, MAX_NAMED_ADDRESSES)
}

const MOVEMENT_KINDS = RUNE_MOVEMENTS.map((kind) => KINDS[kind])

/** How many groups a transaction has without change; undefined if there are too many records to read them. */
export async function countGroups({ query }: Index, range: Range): Promise<number | undefined> {
  if (!canBeRead(range)) return
  const groups = `(SELECT DISTINCT kind, rune, address, amount FROM ledger
    WHERE id >= $1 AND id < $2 AND +kind IN (${MOVEMENT_KINDS})) AS alike`
  return countRows(query, groups, [range.first, range.end])
}

/** By the kind of movements, who takes part: the column and the kinds of the records that name them. */
const TAKING_PART: Partial<Record<KindName, { column: string; kinds: readonly KindName[] }>> = {
  transfers: { column: 'receiver', kinds: ['transfers'] },
  mints: { column: 'address', kinds: NEW_RECEIVES.mints },
  burns: { column: 'address', kinds: ['burns'] },
}

/**
 * How many types and runes the movements of a range have, without change, and the rune with the most movements with
 * their most frequent type. Nothing if there are too many records to read them.
 */
export async function readGrouping(
  index: Index,
  range: Range,
): Promise<{ groups?: number; leading?: LeadingGroup | undefined }> {
  if (!canBeRead(range)) return {}
  const [row] = await index.query(
    `WITH alike AS (SELECT kind, rune, count(*) AS movements, min(id) AS first_id,
                           CASE WHEN kind = ${KINDS.etchings} THEN 1 ELSE 0 END AS is_etching
                      FROM ledger
                     WHERE id >= $1 AND id < $2 AND +kind IN (${MOVEMENT_KINDS})
                     GROUP BY kind, rune)
     SELECT kind, rune, movements, count(*) OVER () AS groups,
            CAST(sum(movements) OVER same_rune AS integer) AS rune_movements,
            min(first_id) OVER same_rune AS rune_first_id
       FROM alike
     WINDOW same_rune AS (PARTITION BY rune, is_etching)
      ORDER BY is_etching, rune_movements DESC, rune_first_id, movements DESC, first_id LIMIT 1`,
    [range.first, range.end],
  )
  if (row === undefined) return { groups: 0, leading: undefined }
  return { groups: numberOf(row, 'groups'), leading: await leadingOf(index, range, row) }
}

/** Undefined of an etching, or if its rune has one movement. */
async function leadingOf(
  index: Index,
  { first, end }: Range,
  row: Row,
): Promise<LeadingGroup | undefined> {
  const [rune, movements] = [numberOf(row, 'rune'), numberOf(row, 'movements')]
  const ofRune = numberOf(row, 'rune_movements')
  const type = MOVEMENT_TYPES_BY_KIND.get(kindOf(row))
  const parties = TAKING_PART[kindOf(row)]
  if (type === undefined || parties === undefined || ofRune < 2) return
  const { column } = parties
  // A transaction mints once, perhaps to several outputs without an address.
  const movement = type === 'mint' ? 'tx' : 'id'
  const [taking] = await index.query(
    `SELECT count(DISTINCT ${column}) AS addresses,
            count(DISTINCT CASE WHEN ${column} IS NULL THEN ${movement} END)
              - count(DISTINCT ${movement}) AS without_address
       FROM ledger
      WHERE id >= $1 AND id < $2 AND +rune = $3
        AND +kind IN (${parties.kinds.map((kind) => KINDS[kind])})`,
    [first, end, rune],
  )
  return {
    type,
    rune: (await readLabels(index, [rune]))(rune),
    movements,
    rune_movements: ofRune,
    addresses: taking ? numberOf(taking, 'addresses') : 0,
    // A mint that is burned at once has no record of a receiver.
    without_address: movements + (taking ? numberOf(taking, 'without_address') : 0),
  }
}
