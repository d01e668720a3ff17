import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import type { Client } from '../../contract/client.ts'
import { parsePrincipal } from '../../contract/identifiers.ts'
import { RequestError } from '../../contract/requestError.ts'
import { Locale, type LocalizedTexts } from '../../tokens/parseToken.ts'
import { backoffMs, isOutage } from './circuitBreaker.ts'
import { emptyBatch, type ImportBatch, ImportError } from './readTokenFile.ts'
import { requestToken } from './serviceClient.ts'

/** Every service with the token API accepts this limit. */
const PAGE_SIZE = 60
const MAX_LOCALES = 500
const MAX_TRIES = 5
const MAX_OUTAGES_IN_A_ROW = 3

/**
 * The principals in the list of tokens of a service, and how many it should have.
 * @throws {ImportError} if the list cannot be read.
 */
export async function listTokens(
  client: Client,
): Promise<{ principals: Set<string>; total: number }> {
  const principals = new Set<string>()
  let total = 0
  // Some services do not order tokens of the same name, so that one can be on two pages and another on
  // none. In another order they are apart.
  for (const order_by of ['name', 'symbol'] as const) {
    let offset = 0
    do {
      const page = await readPage(client, { order_by, offset, limit: PAGE_SIZE })
      for (const { contract_principal } of page.results) {
        if (parsePrincipal(contract_principal) !== undefined) principals.add(contract_principal)
      }
      total = page.total
      // An empty page ends a list that is shorter than its total.
      offset = page.results.length === 0 ? total : offset + page.results.length
    } while (offset < total)
    if (principals.size >= total) break
  }
  return { principals, total }
}

type Page = { order_by: 'name' | 'symbol'; offset: number; limit: number }

async function readPage(client: Client, page: Page) {
  try {
    return await retry(() => client.get('tokens', page))
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const reason = JSON.stringify(error.message)
    throw new ImportError(`The list of tokens cannot be read: ${reason}`, { cause: error })
  }
}

/**
 * Reads tokens from a service with all their locales, each a batch.
 * @throws {ImportError} if the service fails for several tokens in a row.
 */
export async function* readTokens(
  client: Client,
  principals: Iterable<string>,
): AsyncGenerator<ImportBatch> {
  let outages = 0
  for (const principal of principals) {
    const batch = emptyBatch()
    try {
      await readWithLocales(client, principal, batch)
      outages = 0
    } catch (error) {
      batch.refused.push(reasonOf(`token ${principal}`, error))
      outages = error instanceof RequestError && isOutage(error) ? outages + 1 : 0
    }
    yield batch
    if (outages === MAX_OUTAGES_IN_A_ROW) {
      throw new ImportError(`${client.baseUrl} failed ${outages} times in a row.`)
    }
  }
}

async function readWithLocales(
  client: Client,
  principal: string,
  { tokens, refused, origin }: ImportBatch,
): Promise<void> {
  const token = await retry(() => requestToken(client, principal))
  const localization = token.metadata?.localization
  const others = localization?.locales.filter(
    (locale) => locale !== localization.default && v.is(Locale, locale),
  )
  const locales: [string, LocalizedTexts][] = []
  for (const locale of [...new Set(others)].slice(0, MAX_LOCALES)) {
    try {
      locales.push([locale, await retry(() => requestToken(client, principal, locale))])
    } catch (error) {
      refused.push(reasonOf(`token ${principal} in ${locale}`, error))
    }
  }
  tokens.push({ principal, status: 'ready', token, localization, locales })
  if (refused.length === 0) origin.importedFrom = client.baseUrl
}

/** The message may be that of the service, so it is quoted. @throws other errors. */
function reasonOf(where: string, error: unknown): string {
  if (!(error instanceof RequestError)) throw error
  return `${where}: ${JSON.stringify(error.message)}`
}

/** Waits as long as the service asks for, or longer each time. Unlike a reader, an import can wait. */
async function retry<Result>(request: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await request()
    } catch (error) {
      if (tries === MAX_TRIES || !(error instanceof RequestError && isOutage(error))) throw error
      await setTimeout(backoffMs(tries, error.retryAfter))
    }
  }
}
