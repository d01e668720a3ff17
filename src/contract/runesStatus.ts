import * as v from 'valibot'
import { describe, wholeNumber } from './fieldSchemas.ts'

export const RunesStatus = describe(
  v.object({
    server_version: describe(v.string(), 'The name and version of the service.'),
    status: describe(v.literal('ready'), 'The ledger can be read.'),
    block_height: describe(
      v.optional(wholeNumber),
      'The height of the newest block in the ledger, without samples; missing if there is none.',
    ),
  }),
  'The status of the runes API.',
)
export type RunesStatus = v.InferOutput<typeof RunesStatus>
