import { RequestError } from '../../contract/requestError.ts'

/** What is not imported, and why: "line 12", "amount is missing". */
export type Refused = { place: string; reason: string }

/** Why a line cannot be imported, in words that follow its place. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** The result of `work`; undefined if that is refused, which is noted. */
export function orRefuse<Result>(
  refused: Refused[],
  place: string,
  work: () => Result,
): Result | undefined {
  try {
    return work()
  } catch (error) {
    refuse(refused, place, error)
    return undefined
  }
}

/** Notes a Refusal or a failed request. @throws any other error. */
export function refuse(refused: Refused[], place: string, error: unknown): void {
  if (error instanceof Refusal) refused.push({ place, reason: error.message })
  // Another service may have written the message.
  else if (error instanceof RequestError) {
    refused.push({ place, reason: JSON.stringify(error.message) })
  } else throw error
}
