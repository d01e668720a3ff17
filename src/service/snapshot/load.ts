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
  const runes = read(folder, 'runes.ndjson.gz', RuneLine)
  const records = read(folder, 'activity.ndjson.gz', ActivityLine)
  const tokens = read(folder, 'tokens.ndjson.gz', TokenLine)

  await each('runes', runes, sample.runes, insertRune)
  await each('records', records, sample.records, insertActivity)
  await each('tokens', tokens, readSampleTokens(folder), ({ locales, ...token }) =>
    insertToken({
      ...token,
      locales: Object.entries(locales).map(([locale, it]) => [locale, localizedTexts(it)]),
    }),
  )
  await writer.flush()

  async function each<Line>(
    part: string,
    { length, lines }: LineFile<Line>,
    samples: Line[],
    insert: (line: Line) => Promise<void>,
  ) {
    const total = length + samples.length
    let done = 0
    for (const some of [lines(), samples]) {
      for (const line of some) {
        await insert(line)
        if (done % 1000 === 0) progress(part, done, total)
        done += 1
      }
    }
    progress(part, total, total)
  }
}

/** A file's lines, each parsed when its turn comes: all at once they would take 100 MB. */
type LineFile<Line> = { length: number; lines: () => Iterable<Line> }

function read<Schema extends v.GenericSchema>(
  folder: string,
  file: string,
  schema: Schema,
): LineFile<v.InferOutput<Schema>> {
  const text = gunzipSync(readFileSync(join(folder, file))).toString('utf8')
  const texts = text.split('\n').filter((line) => line !== '')
  function* lines() {
    for (const line of texts) yield v.parse(schema, JSON.parse(line))
  }
  return { length: texts.length, lines }
}

function readSampleTokens(folder: string): TokenLine[] {
  const text = readFileSync(join(folder, 'sample-tokens.json'), 'utf8')
  return v.parse(v.array(TokenLine), parse(text, undefined, readNumber))
}
