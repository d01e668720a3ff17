import type { Query, Store } from '../database/database.ts'
import { insertRows } from '../database/rows.ts'
import { tokenDocuments } from '../database/tokenSchema.ts'

/** Whether hosts are asked for documents. Those in the URI itself are always read. */
export type DocumentRequests = 'fetch' | 'none'

/** `now`: Unix seconds. */
export type WantOptions = { documents: DocumentRequests; now: number }

/** What a default document, or one in a language, is read from. Without a locale it is the default one. */
type Wanted = { principal: string; locale?: string; token_uri: string | undefined }

/** Makes documents due. What is stored of them stays. */
export async function wantDocuments(
  store: Store,
  wanted: readonly Wanted[],
  { documents, now }: WantOptions,
): Promise<void> {
  const rows = wanted.flatMap(({ principal, locale = '', token_uri: uri }) =>
    uri === undefined || !(documents === 'fetch' || isData(uri))
      ? []
      : [{ ...NOTHING_READ, principal, locale, uri, due_at: now }],
  )
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
export async function openDocuments(query: Query, documents: DocumentRequests): Promise<void> {
  if (documents === 'none') {
    await query("UPDATE token_documents SET due_at = NULL WHERE lower(uri) NOT LIKE 'data:%'")
    return
  }
  await query(`UPDATE token_documents SET due_at = 0 WHERE due_at IS NULL AND bytes IS NULL`)
  await query(
    `INSERT INTO token_documents (principal, locale, uri, due_at, failures)
       SELECT principal, '', token_uri, 0, 0 FROM tokens
        WHERE token_uri IS NOT NULL AND facts_height IS NOT NULL
       ON CONFLICT (principal, locale) DO NOTHING`,
  )
}
