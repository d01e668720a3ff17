import { SingleBar } from 'cli-progress'
import { parsePrincipal } from '../../contract/identifiers.ts'
import { MAX_LIMIT } from '../../contract/paging.ts'
import { RequestError } from '../../contract/requestError.ts'
import { TOKEN_ORDERS } from '../../contract/tokenList.ts'
import { ImportError } from './batch.ts'
import type { Refused } from './Refusal.ts'
import { OUTAGES, retry, type ServiceConnection } from './serviceConnection.ts'

const MAX_TOKENS = 250_000

/**
 * Reads the principals of all tokens of another service. `refused` says how many its list lacks.
 * @throws {ImportError} if the list cannot be read.
 */
export async function listTokens(
  connection: ServiceConnection,
): Promise<{ principals: string[]; refused: Refused[] }> {
  const bar = new SingleBar({ format: '{bar} {value} of {total} tokens listed' })
  bar.start(0, 0)
  try {
    const { principals, total } = await walk(connection, (listed, total) => {
      bar.setTotal(total)
      bar.update(listed)
    })
    const missing = total - principals.length
    const counts = `${missing.toLocaleString('en')} of ${total.toLocaleString('en')}`
    const reason = `missing or malformed tokens: ${counts}`
    return { principals, refused: missing > 0 ? [{ place: 'the list of tokens', reason }] : [] }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const reason = JSON.stringify(error.message)
    throw new ImportError(`The list of tokens cannot be read: ${reason}`, { cause: error })
  } finally {
    bar.stop()
  }
}

/**
 * Some services do not sort tokens of the same name, so that a token can be on two pages and another
 * on none. In that case the list is read again in another order.
 */
async function walk(
  { client }: ServiceConnection,
  onProgress: (listed: number, total: number) => void,
) {
  const principals = new Set<string>()
  let total = 0
  for (const orderBy of TOKEN_ORDERS) {
    let offset = 0
    do {
      const list = { orderBy, offset, limit: MAX_LIMIT }
      const page = await retry(OUTAGES, () => client.tokens(list))
      for (const { contract_principal } of page.results) {
        const token = parsePrincipal(contract_principal)
        if (token !== undefined) principals.add(token.principal)
      }
      total = page.total
      // An empty page ends a list that is shorter than its total.
      offset = page.results.length === 0 ? total : offset + page.results.length
      if (offset > MAX_TOKENS) {
        const max = MAX_TOKENS.toLocaleString('en')
        throw new ImportError(`The list has more than ${max} tokens.`)
      }
      onProgress(principals.size, total)
    } while (offset < total)
    if (principals.size >= total) break
  }
  return { principals: [...principals], total }
}

/** Of these tokens, first those never imported, then those imported over `maxAgeMs` ago, oldest first. */
export function dueTokens(
  principals: string[],
  importTimes: Map<string, number>,
  maxAgeMs = Number.POSITIVE_INFINITY,
): string[] {
  const timeOf = (principal: string) => importTimes.get(principal) ?? 0
  const before = Math.max(1, Date.now() - maxAgeMs)
  return principals
    .filter((principal) => timeOf(principal) < before)
    .toSorted((one, other) => timeOf(one) - timeOf(other))
}
