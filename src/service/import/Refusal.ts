import { RequestError } from '../../contract/requestError.ts'

/** The reason why a line cannot be imported. The message continues "line 12: …". */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** Something that is not imported, and the reason: "line 12", "amount is missing". */
export type Refused = { place: string; reason: string }

/** Returns the result of `work`. If that throws a refusal, adds it to `refused` and returns undefined. */
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

/** Adds a Refusal or a failed request to `refused`. @throws any other error. */
export function refuse(refused: Refused[], place: string, error: unknown): void {
  if (error instanceof Refusal) refused.push({ place, reason: error.message })
  // The message may come from another service, so it is quoted.
  else if (error instanceof RequestError) {
    refused.push({ place, reason: JSON.stringify(error.message) })
  } else throw error
}
