import type { Slice } from './exports.ts'
import { isEmpty } from './filter.ts'
import type { Source } from './source.ts'
import type { Choice } from './table.ts'

/**
 * What a service answered, so that somebody else can check it: each request with the time and the
 * SHA-256 of its answer, and the records as they came, a line each, with the SHA-256 of these lines.
 * @param lines the records as NDJSON.
 */
export async function* writeEvidence(
  lines: Slice[],
  source: Source,
  choice: Choice,
): AsyncGenerator<Slice> {
  const facts = Object.entries(await factsOf(lines, source, choice))
  const written = facts.map(
    ([name, fact]) => ` ${JSON.stringify(name)}: ${JSON.stringify(fact)},\n`,
  )
  yield { text: `{\n${written.join('')} "records": [\n`, rows: 0 }
  const last = lines.at(-1)
  for (const slice of lines) {
    const text = slice.text.replaceAll('\n', ',\n')
    yield { ...slice, text: slice === last ? text.replace(/,\n$/, '\n') : text }
  }
  yield { text: ' ]\n}\n', rows: last?.rows ?? 0 }
}

async function factsOf(lines: Slice[], source: Source, { filter, sort }: Choice) {
  const { service, subject, pages, rows, total } = source
  const ndjson = await sha256(lines.map(({ text }) => text).join(''))
  return {
    service,
    subject,
    requests: await Promise.all(pages.map(describeRequest)),
    total,
    read: rows.length,
    complete: rows.length === total,
    ...(!isEmpty(filter) && { filter }),
    sort,
    ...(ndjson === undefined
      ? { hashes: 'could not be made: this page was not read over https' }
      : { ndjson_sha256: ndjson }),
  }
}

async function describeRequest({ url, status, text, readAt }: Source['pages'][number]) {
  return { url, status, read_at: new Date(readAt).toISOString(), sha256: await sha256(text) }
}

/** Undefined outside of secure contexts (https, this machine), where browsers have none. */
async function sha256(text: string): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) return
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
