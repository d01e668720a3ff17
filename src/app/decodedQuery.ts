import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '../contract/client.ts'
import { DECODE } from '../contract/endpoints.ts'
import type { RequestError } from '../contract/requestError.ts'
import type { DecodedTransaction } from '../contract/schemas/pending.ts'

/** What the service made of the form that was sent to it. Only the service can ask: the body is not stored. */
export const decodedQuery = queryOptions<
  Reply<DecodedTransaction>,
  RequestError,
  Reply<DecodedTransaction>,
  readonly [name: string, path: string]
>({ queryKey: ['decodedBody', DECODE.path], structuralSharing: false })
