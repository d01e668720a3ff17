import { NodeError } from '../../bitcoin/nodeConnection.ts'
import { type HttpProblem, unavailable } from '../http/httpProblem.ts'
import type { Service } from '../service.ts'

/** The node is not asked again for so long after it failed. */
const RETRY_DELAY_MS = 5000

/**
 * Makes questions to the node safe for readers: if it fails, they get a 503 with these words, those that follow at
 * once, and the log gets the node's sentence once.
 */
export function createNodeGuard(
  { logger, monotonicMs }: Pick<Service, 'logger' | 'monotonicMs'>,
  words: string,
) {
  const away = unavailable(words)
  let failedAt = Number.NEGATIVE_INFINITY
  let told: string | undefined

  function note(error: NodeError): HttpProblem {
    failedAt = monotonicMs()
    if (told !== error.message) logger.warn(error.message)
    told = error.message
    return away
  }

  return async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    if (monotonicMs() - failedAt < RETRY_DELAY_MS) throw away
    try {
      const result = await ask()
      told = undefined
      return result
    } catch (error) {
      throw error instanceof NodeError ? note(error) : error
    }
  }
}
