import type { Store } from '../database/database.ts'
import { readMeta, writeMeta } from '../database/meta.ts'
import { insertRows } from '../database/rows.ts'
import { tokenDocuments } from '../database/tokenSchema.ts'

/** Whether hosts are asked for documents. Those in the URI itself are always read. */
export type DocumentRequests = 'fetch' | 'none'

/** `now`: Unix seconds. */
export type WantOptions = { documents: DocumentRequests; now: number }

/** What a default document, or one in a language, is read from. Without a locale it is the default one. */
type Wanted = { principal: string; locale?: string; token_uri: string | undefined }

/** The documents `d` that tokens `k` point to now. */
export const WANTED = `token_documents d
    JOIN tokens k ON k.principal = d.principal AND k.facts_height IS NOT NULL
     AND (d.locale = '' AND d.uri = k.token_uri
          OR d.locale <> '' AND EXISTS (SELECT 1 FROM token_metadata m
                                         WHERE m.principal = d.principal AND m.locale = d.locale))`

/** Makes documents due, if they may be asked for. What is stored of them stays. */
export async function wantDocuments(
  store: Store,
  wanted: readonly Wanted[],
  { documents, now }: WantOptions,
): Promise<void> {
  const rows = wanted.flatMap(({ principal, locale = '', token_uri: uri }) => {
    if (uri === undefined) return []
    const due_at = documents === 'fetch' || isData(uri) ? now : undefined
    return [{ ...NOTHING_READ, principal, locale, uri, due_at }]
  })
  await insertRows(store, tokenDocuments, rows, { fixed: ['read_uri', 'bytes', 'etag', 'read_at'] })
}

const NOTHING_READ = {
  read_uri: undefined,
  bytes: undefined,
  etag: undefined,
  read_at: undefined,
  failures: 0,
  problem: undefined,
}

function isData(uri: string): boolean {
  return /^\s*data:/i.test(uri)
}

/** Brings what is due in line with the setting, which may be another one than before. */
export async function openDocuments(store: Store, documents: DocumentRequests): Promise<void> {
  await store.transaction(async (query) => {
    const before = (await readMeta({ ...store, query }, 'tokens'))?.get('documents')
    await writeMeta(query, 'tokens', { documents })
    if (documents === 'none') await query(NOT_DUE, [BLANKS])
    else if (before !== 'fetch') {
      await query('UPDATE token_documents SET due_at = 0 WHERE due_at IS NULL')
    }
  })
}

const NOT_DUE = `
  UPDATE token_documents SET due_at = NULL WHERE lower(ltrim(uri, $1)) NOT LIKE 'data:%'`

const BLANKS = ' \t\n\v\f\r'
