import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '../contract/client.ts'
import { DECODE } from '../contract/endpoints.ts'
import type { RequestError } from '../contract/requestError.ts'
import type { DecodedTransaction } from '../contract/schemas/pending.ts'
import { spendsQueries } from './movements/BeingSpent.tsx'
import { endpointQuery } from './query.ts'

/** What the service made of the form that was sent to it. Only the service can ask: the body is not stored. */
export const decodedQuery = queryOptions<
  Reply<DecodedTransaction>,
  RequestError,
  Reply<DecodedTransaction>,
  readonly [name: string, path: string]
>({ queryKey: ['decodedBody', DECODE.path], structuralSharing: false })

/** What the node's unconfirmed transactions do to the inputs of a decoded one, and to the rune that it mints. */
export function queriesAbout({ inputs, outcome, runestone }: DecodedTransaction) {
  const rune = outcome?.mint && runestone?.mint
  return {
    spends: spendsQueries(inputs.map(({ output }) => output)),
    pending: rune === undefined ? undefined : endpointQuery('runePending', { rune }),
  }
}
