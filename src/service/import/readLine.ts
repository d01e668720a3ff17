import * as v from 'valibot'
import { parseDigits, parseExactly } from '../exactJson.ts'
import type { RuneLine } from '../snapshot/records.ts'
import type { TokenRows } from '../snapshot/tokenTables.ts'
import { type LedgerRecord, readRecord } from './readRecord.ts'
import { readRuneLine } from './readRune.ts'
import { readTokenLine } from './readToken.ts'
import { parseJson, Refusal } from './refusal.ts'

/** What a line brings. */
export type ImportedLine =
  | { kind: 'record'; record: LedgerRecord }
  | { kind: 'token'; token: TokenRows }
  | { kind: 'rune'; rune: RuneLine }

/**
 * A line as the contract sends what it holds, or as the snapshot's files hold it.
 * @throws {Refusal}
 */
export function readLine(text: string): ImportedLine {
  const raw = parseJson(text, parseDigits)
  if (holds(raw, 'location')) return { kind: 'record', record: readRecord(raw) }
  if (holds(raw, 'token', 'asset_identifier', 'sender_address')) {
    return { kind: 'token', token: readTokenLine(parseJson(text, parseExactly)) }
  }
  if (holds(raw, 'spaced_name')) return { kind: 'rune', rune: readRuneLine(raw) }
  throw new Refusal('it is no record of activity, no token and no rune')
}

function holds(raw: unknown, ...names: string[]): boolean {
  return v.is(v.looseObject({}), raw) && names.some((name) => Object.hasOwn(raw, name))
}
