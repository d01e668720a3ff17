import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { Config } from '../config.ts'
import { serviceAddress } from '../settings.ts'
import { ImportError, type Source } from './batch.ts'
import { type ImportOptions, parseAge, parseIdentifier, SEE_HELP } from './importArguments.ts'
import { count } from './importSummary.ts'
import { dueTokens, listTokens } from './listTokens.ts'
import { type FileSource, openFile } from './openFile.ts'
import { type Identifier, openService } from './openService.ts'
import { connectToService } from './serviceConnection.ts'
import type { LockedDatabases } from './withLockedDatabases.ts'

export type Output = Pick<Console, 'log' | 'error'>

type Plan = {
  /** Whether there is anything to write to the ledger. */
  hasRecords: () => Promise<boolean>
  openSources: (databases: LockedDatabases) => Promise<Source[]>
}

/**
 * Decides from the arguments what to import, without importing anything.
 * @throws {ImportError} if the arguments are invalid.
 */
export function planImport(
  names: string[],
  {
    complete = false,
    list,
    'all-tokens': allTokens = false,
    'older-than': olderThan,
  }: ImportOptions,
  { config, output }: { config: Config; output: Output },
): Plan {
  const [first, ...others] = names
  if (first === undefined) throw new ImportError(`Specify what to import. ${SEE_HELP}`)
  const maxAgeMs = olderThan === undefined ? undefined : parseAge(olderThan)
  if (maxAgeMs !== undefined && !allTokens) {
    throw new ImportError('--older-than needs --all-tokens.')
  }
  if (!/^https?:/i.test(first)) {
    if (list !== undefined) throw new ImportError('--list needs the URL of a service.')
    if (allTokens) throw new ImportError('--all-tokens needs the URL of a service.')
    return planFiles(names.map((name) => openFile(name, complete ? 'complete' : 'partial')))
  }
  if (complete) throw new ImportError('--complete is only for files.')
  const url = v.safeParse(serviceAddress(JSON.stringify(first)), first)
  if (!url.success) throw new ImportError(url.issues[0].message)
  const listed = list === undefined ? [] : readFileSync(list, 'utf8').split(/\s+/).filter(Boolean)
  const identifiers = [...others, ...listed].map(parseIdentifier)
  if (identifiers.length === 0 && !allTokens) {
    throw new ImportError(`Specify what to import from the service. ${SEE_HELP}`)
  }
  const connection = connectToService(url.output, settingsFor(url.output, config, output))
  const hasRecords = async () => identifiers.some(({ kind }) => kind !== 'token')
  if (!allTokens) {
    return { hasRecords, openSources: async () => [openService(connection, identifiers)] }
  }
  async function openSources({ importTimes }: LockedDatabases) {
    output.log(`Reading the list of tokens of ${connection.client.baseUrl}.`)
    const { principals, refused } = await listTokens(connection)
    const due = dueTokens(principals, await importTimes(connection.client.baseUrl), maxAgeMs)
    output.log(
      `${due.length.toLocaleString('en')} of ${count(principals.length, 'token')} to import.`,
    )
    const tokens = due.map((id): Identifier => ({ kind: 'token', id }))
    return [openService(connection, [...tokens, ...identifiers], refused)]
  }
  return { hasRecords, openSources }
}

function planFiles(sources: FileSource[]): Plan {
  async function hasRecords(): Promise<boolean> {
    for (const source of sources) if (await source.hasRecords()) return true
    return false
  }
  return { hasRecords, openSources: async () => sources }
}

/** The headers are only for the configured services, because they may have an API key. */
function settingsFor(url: string, { upstream }: Config, output: Output) {
  const { headers, requestsPerMinute, tokensUrl, runesUrl } = upstream
  const { origin } = new URL(url)
  if ([tokensUrl, runesUrl].some((own) => own !== undefined && new URL(own).origin === origin)) {
    return { headers, requestsPerMinute }
  }
  if (Object.keys(headers).length > 0) {
    output.log(
      `UPSTREAM_HEADERS are not sent to ${origin}: it is not the origin of UPSTREAM_URL, UPSTREAM_TOKENS_URL or UPSTREAM_RUNES_URL.`,
    )
  }
  return { headers: {}, requestsPerMinute }
}
