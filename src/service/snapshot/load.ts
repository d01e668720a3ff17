import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'lossless-json'
import * as v from 'valibot'
import { readNumber } from '../../contract/json.ts'
import type { Query } from '../database/database.ts'
import { createRowWriter } from '../database/rowWriter.ts'
import { ActivityLine, RuneLine, TokenLine } from './records.ts'
import { runeWriters } from './runeTables.ts'
import { sampleBlock } from './sampleBlock.ts'
import { localizedTexts, tokenWriter } from './tokenTables.ts'

/** Told after every thousand records and at the end of each part. */
export type Progress = (part: string, done: number, total: number) => void

/**
 * Fills empty tables with the snapshot in `folder` and our labelled samples. To be run in one
 * transaction.
 */
export async function loadSnapshot(
  query: Query,
  folder: string,
  progress: Progress = () => {},
): Promise<void> {
  const writer = createRowWriter(query)
  const { insertRune, insertActivity } = runeWriters(writer)
  const insertToken = tokenWriter(writer)
  const sample = sampleBlock()
  const runes = [...read(folder, 'runes.ndjson.gz', RuneLine), ...sample.runes]
  const records = [...read(folder, 'activity.ndjson.gz', ActivityLine), ...sample.records]
  const tokens = [...read(folder, 'tokens.ndjson.gz', TokenLine), ...readSampleTokens(folder)]

  await each('runes', runes, insertRune)
  await each('records', records, insertActivity)
  await each('tokens', tokens, ({ locales, ...token }) =>
    insertToken({
      ...token,
      locales: Object.entries(locales).map(([locale, it]) => [locale, localizedTexts(it)]),
    }),
  )
  await writer.flush()

  async function each<T>(part: string, lines: T[], insert: (line: T) => Promise<void>) {
    for (const [index, line] of lines.entries()) {
      await insert(line)
      if (index % 1000 === 0) progress(part, index, lines.length)
    }
    progress(part, lines.length, lines.length)
  }
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
