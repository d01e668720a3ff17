import * as v from 'valibot'
import { describe } from './fieldSchemas.ts'
import { pageOf } from './pageOf.ts'
import type { Paging } from './paging.ts'
import { PATHS } from './paths.ts'
import { Token } from './token.ts'

/** Which tokens a list has, and their order. Empty texts select all tokens. */
export type TokenListOptions = {
  /** A part of the name. */
  name?: string | undefined
  /** The whole symbol. */
  symbol?: string | undefined
  /** The address that deployed the contracts. */
  address?: string | undefined
  /** Only tokens with a metadata document. */
  validMetadataOnly?: boolean | undefined
  orderBy?: (typeof TOKEN_ORDERS)[number] | undefined
  order?: (typeof DIRECTIONS)[number] | undefined
}

/** What a list can be sorted by, and how. The first is the default. */
export const TOKEN_ORDERS = ['name', 'symbol'] as const
export const DIRECTIONS = ['asc', 'desc'] as const

/** In characters. No name or symbol in the database is longer. */
export const MAX_FILTER_LENGTH = 200

/** The path of a list. The same list always has the same path. */
export function tokenListPath(options: TokenListOptions, { offset, limit }: Paging): string {
  const { name, symbol, address, validMetadataOnly, orderBy, order } = options
  const search = new URLSearchParams({ offset: String(offset), limit: String(limit) })
  for (const [key, value] of Object.entries({ name, symbol, address, order_by: orderBy, order })) {
    if (value) search.set(key, value)
  }
  if (validMetadataOnly) search.set('valid_metadata_only', 'true')
  return `${PATHS.tokens}?${search}`
}

const { metadata: _, ...fields } = Token.entries

/** The fields of a token without the metadata document, and the principal. */
export const ListedToken = describe(
  v.object({
    ...fields,
    contract_principal: describe(v.string(), 'The contract principal of the token.'),
  }),
  'A token in a list. Unknown values are left out.',
  { required: ['sender_address', 'contract_principal'] },
)
export type ListedToken = v.InferOutput<typeof ListedToken>

export const TokenPage = pageOf(ListedToken, 'A page of a list of tokens.', 'tokens')
export type TokenPage = v.InferOutput<typeof TokenPage>
