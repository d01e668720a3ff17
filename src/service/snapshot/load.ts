import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type Libsql from 'libsql'
import { parse } from 'lossless-json'
import * as v from 'valibot'
import { readNumber } from '../../contract/json.ts'
import { SCHEMA } from '../database/schema.ts'
import { ActivityLine, RuneLine, TokenLine } from './records.ts'
import { runeInserters } from './runeTables.ts'
import { sampleBlock } from './sampleBlock.ts'
import { tokenInserter } from './tokenTables.ts'

/** Told after every thousand records and at the end of each part. */
export type Progress = (part: string, done: number, total: number) => void

/**
 * Creates the tables in an empty database and fills them with the snapshot in `folder` and our
 * labelled samples. To be run in one transaction.
 */
export function loadSnapshot(
  connection: Libsql.Database,
  folder: string,
  progress: Progress = () => {},
): void {
  connection.exec(SCHEMA)
  const { insertRune, insertActivity } = runeInserters(connection)
  const sample = sampleBlock()
  const each = <T>(part: string, lines: T[], insert: (line: T) => void) => {
    for (const [index, line] of lines.entries()) {
      insert(line)
      if (index % 1000 === 0) progress(part, index, lines.length)
    }
    progress(part, lines.length, lines.length)
  }

  each('runes', [...read(folder, 'runes.ndjson.gz', RuneLine), ...sample.runes], insertRune)
  each(
    'records',
    [...read(folder, 'activity.ndjson.gz', ActivityLine), ...sample.records],
    insertActivity,
  )
  each(
    'tokens',
    [...read(folder, 'tokens.ndjson.gz', TokenLine), ...readSampleTokens(folder)],
    tokenInserter(connection),
  )
}

function read<Schema extends v.GenericSchema>(
  folder: string,
  file: string,
  schema: Schema,
): v.InferOutput<Schema>[] {
  const text = gunzipSync(readFileSync(join(folder, file))).toString('utf8')
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => v.parse(schema, JSON.parse(line)))
}

function readSampleTokens(folder: string): TokenLine[] {
  const text = readFileSync(join(folder, 'sample-tokens.json'), 'utf8')
  return v.parse(v.array(TokenLine), parse(text, undefined, readNumber))
}
