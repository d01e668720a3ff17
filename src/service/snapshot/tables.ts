import type Libsql from 'libsql'
import { stringify } from 'lossless-json'
import type { JsonValue } from '../../contract/json.ts'
import type { SqlValue } from '../database/database.ts'
import type { ActivityLine, DocumentLine, RuneLine, TokenLine } from './records.ts'

/** Writers of the snapshot's lines into the tables, each with its statements prepared once. */
export function prepareTables(connection: Libsql.Database) {
  const rune = inserter(connection, 'runes', 6)
  const ledger = inserter(connection, 'ledger', 12)
  const token = inserter(connection, 'tokens', 13)
  const metadata = inserter(connection, 'token_metadata', 14)
  const attribute = inserter(connection, 'token_attributes', 7)
  const property = inserter(connection, 'token_properties', 5)
  const term = inserter(connection, 'directory', 6)
  const divisibilities = new Map<string, number>()

  function insertRune(line: RuneLine): void {
    rune(line.id, line.number, line.name, line.spaced_name, line.divisibility, line.symbol)
    if (line.id === undefined) return
    divisibilities.set(line.id, line.divisibility ?? 0)
    const detail = line.number === undefined ? line.id : `#${line.number} · ${line.id}`
    const spaced = line.spaced_name.replaceAll('•', ' ')
    insertTerms(
      'rune',
      line.id,
      line.spaced_name,
      detail,
      [line.name, line.spaced_name, spaced],
      [],
    )
  }

  function insertActivity({ rune, location, ...line }: ActivityLine): void {
    ledger(
      rune.id,
      location.block_hash.slice(2),
      location.block_height,
      location.tx_index ?? -1,
      line.event_index,
      location.tx_id.slice(2),
      location.vout,
      line.address,
      line.receiver_address,
      line.base_amount ?? baseAmount(line.amount, divisibilities.get(rune.id) ?? 0),
      line.operation,
      location.timestamp,
    )
  }

  function insertToken({ principal, token: facts, ...line }: TokenLine): void {
    token(
      principal,
      line.status,
      line.problem,
      facts.name,
      facts.symbol,
      facts.decimals,
      facts.total_supply,
      facts.token_uri,
      facts.tx_id,
      facts.sender_address,
      facts.asset_identifier,
      line.localization?.uri,
      line.localization?.default,
    )
    insertDocument(principal, '', 0, facts, facts.metadata)
    for (const [index, [locale, document]] of Object.entries(line.locales).entries()) {
      insertDocument(principal, locale, index + 1, imagesOf(document), document)
    }
    insertTokenTerms(principal, facts)
  }

  function insertDocument(
    principal: string,
    locale: string,
    position: number,
    token: Pick<
      TokenLine['token'],
      'description' | 'image_uri' | 'image_thumbnail_uri' | 'image_canonical_uri'
    >,
    document: DocumentLine | undefined,
  ): void {
    metadata(
      principal,
      locale,
      position,
      token.description,
      token.image_uri,
      token.image_thumbnail_uri,
      token.image_canonical_uri,
      document === undefined ? 0 : 1,
      document?.sip,
      document?.name,
      document?.description,
      document?.image,
      document?.cached_image,
      document?.cached_thumbnail_image,
    )
    for (const [index, { trait_type, display_type, ...entry }] of (
      document?.attributes ?? []
    ).entries()) {
      const [value, maxValue] = [jsonText(entry.value), jsonText(entry.max_value)]
      attribute(principal, locale, index, trait_type, display_type, value, maxValue)
    }
    for (const [index, [key, value]] of Object.entries(document?.properties ?? {}).entries()) {
      property(principal, locale, index, key, jsonText(value))
    }
  }

  function insertTokenTerms(principal: string, { name, symbol = '' }: TokenLine['token']): void {
    const [address = '', contractName = ''] = principal.split('.')
    const title = name ?? contractName
    insertTerms(
      'token',
      principal,
      title,
      symbol,
      [title, symbol],
      [contractName, address, principal],
    )
  }

  /** `names` are what it is called; words of them, and `others`, are found after those. */
  function insertTerms(
    kind: string,
    id: string,
    title: string,
    detail: string,
    names: string[],
    others: string[],
  ): void {
    const words = [...names, ...others].flatMap((text) => text.split(/[\s•-]/))
    const ranks = new Map<string, number>()
    for (const text of [...words, ...others]) ranks.set(text.trim().toLowerCase(), 1)
    for (const text of names) ranks.set(text.trim().toLowerCase(), 0)
    ranks.delete('')
    for (const [text, rank] of ranks) term(text, kind, id, rank, title, detail)
  }

  return { insertRune, insertActivity, insertToken }
}

function inserter(connection: Libsql.Database, table: string, columns: number) {
  const places = Array.from({ length: columns }, (_, index) => `$${index + 1}`)
  const statement = connection.prepare(`INSERT INTO ${table} VALUES (${places})`)
  return (...values: (SqlValue | undefined)[]) =>
    statement.run(values.map((value) => value ?? null))
}

/** A localized document brings its own description and images to the token's top level. */
function imagesOf(document: DocumentLine) {
  return {
    description: document.description,
    image_uri: document.cached_image,
    image_thumbnail_uri: document.cached_thumbnail_image,
    image_canonical_uri: document.image,
  }
}

/** `"1.50"` at divisibility 2 is `"150"`; some records of the snapshot came without the raw form. */
function baseAmount(amount: string | undefined, divisibility: number): string | undefined {
  if (amount === undefined) return
  const [whole = '', fraction = ''] = amount.split('.')
  return (whole + fraction.padEnd(divisibility, '0')).replace(/^0+(?=.)/, '')
}

function jsonText(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : stringify(value)
}
