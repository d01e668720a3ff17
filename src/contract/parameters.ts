import * as v from 'valibot'
import {
  ADDRESS,
  BITCOIN_ADDRESS,
  HEIGHT,
  PRINCIPAL,
  parseBitcoinAddress,
  parseBlock,
  parseHeight,
  parseOutput,
  parsePrincipal,
  parseRune,
  parseTransactionId,
  plainRuneName,
  RUNE_NAME,
  RUNE_NAME_BEGINNING,
} from './identifiers.ts'
import { DEFAULT_PAGING, PAGING_RULES, parsePagingValue } from './paging.ts'

// The parameters of the endpoints. `accepted` completes "… must be …"; `schema` is JSON Schema.

type Description = {
  accepted: string
  description: string
  schema: { type: 'string' | 'integer'; [keyword: string]: unknown }
}

/** A parameter that `read` makes a value of; undefined refuses it. */
function parameter<Value>(read: (text: string) => Value | undefined, about: Description) {
  return v.pipe(
    v.union([v.string(), v.number()]),
    v.rawTransform<string | number, Value>(({ dataset, addIssue, NEVER }) => {
      const value = read(String(dataset.value))
      if (value !== undefined) return value
      addIssue()
      return NEVER
    }),
    v.metadata(about),
  )
}

/** One of a few words. */
function choice<const Word extends string>(words: readonly Word[], description: string) {
  const accepted = new Intl.ListFormat('en', { type: 'disjunction' }).format(words)
  const schema = { type: 'string', enum: words }
  return v.pipe(v.picklist(words), v.metadata({ accepted, description, schema }))
}

// Hashes are accepted in upper and lower case. JSON Schema patterns have no flag for that.
const HASH_PATTERN = '^(0[xX])?[0-9a-fA-F]{64}$'

export const principal = parameter(parsePrincipal, {
  accepted: 'a contract principal such as SP….contract-name',
  description: 'The contract principal of the token: address, dot, contract name.',
  schema: { type: 'string', pattern: PRINCIPAL.source },
})

export const locale = v.optional(
  parameter((text) => text || undefined, {
    accepted: 'a locale such as en',
    description: 'The locale of the metadata; the default document without it.',
    schema: { type: 'string' },
  }),
)

export const txId = parameter(parseTransactionId, {
  accepted: '64 hexadecimal digits, with or without 0x',
  description:
    'A Bitcoin transaction: 64 hexadecimal digits, with or without 0x, in upper or lower case.',
  schema: { type: 'string', pattern: HASH_PATTERN },
})

export const block = parameter(parseBlock, {
  accepted: `a height up to ${Number.MAX_SAFE_INTEGER}, or a hash of 64 hexadecimal digits, with or without 0x`,
  description:
    'A Bitcoin block: its height, or its hash of 64 hexadecimal digits with or without 0x, in upper or lower case.',
  schema: { type: 'string', anyOf: [{ pattern: HEIGHT.source }, { pattern: HASH_PATTERN }] },
})

const RUNE: Description = {
  accepted:
    'an id such as 840000:1, a number, or a name of up to 28 letters, with or without spacers such as • or . between words',
  description:
    'A rune: its id, its number, or its name in upper or lower case, with or without spacers.',
  schema: { type: 'string' },
}

export const rune = parameter(parseRune, RUNE)

export const runeFilter = v.optional(
  parameter(parseRune, { ...RUNE, description: 'Only movements of this rune.' }),
)

const BITCOIN: Description = {
  accepted: 'a Bitcoin address of 14 to 90 letters and digits',
  description: 'A Bitcoin address.',
  schema: { type: 'string', pattern: BITCOIN_ADDRESS.source },
}

export const address = parameter(parseBitcoinAddress, BITCOIN)

export const addressFilter = v.optional(
  parameter(parseBitcoinAddress, {
    ...BITCOIN,
    description: 'Only movements from or to this address.',
  }),
)

export const output = parameter(parseOutput, {
  accepted: 'a transaction id, a colon and the index of an output',
  description: 'An output: <transaction id>:<index>.',
  schema: { type: 'string' },
})

/** The number of entries to skip, and to send. */
export function paging(things: string, max: number = PAGING_RULES.limit.max) {
  const { min } = PAGING_RULES.limit
  return {
    offset: v.optional(
      parameter((text) => parsePagingValue('offset', text), {
        accepted: `a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`,
        description: `The number of ${things} to skip; ${DEFAULT_PAGING.offset} by default.`,
        schema: { type: 'integer', minimum: 0, default: DEFAULT_PAGING.offset },
      }),
      DEFAULT_PAGING.offset,
    ),
    limit: v.optional(
      parameter((text) => parsePagingValue('limit', text, max), {
        accepted: `a whole number from ${min} to ${max}`,
        description: `The number of ${things} to send, ${min} to ${max}; ${DEFAULT_PAGING.limit} by default.`,
        schema: {
          type: 'integer',
          minimum: min,
          maximum: max,
          default: DEFAULT_PAGING.limit,
        },
      }),
      DEFAULT_PAGING.limit,
    ),
  }
}

export const operationType = v.optional(
  choice(
    ['etching', 'mint', 'burn', 'send', 'receive'],
    'Only the records with this operation; total counts those.',
  ),
)

/** The beginning or all of a rune's name; empty texts select all. */
export const runeNameFilter = v.optional(
  parameter(
    (text) => (text === '' || RUNE_NAME_BEGINNING.test(text) ? plainRuneName(text) : undefined),
    {
      accepted: 'up to 28 letters, with or without spacers such as • or . between words',
      description: 'The beginning of the name, with or without spacers.',
      schema: { type: 'string' },
    },
  ),
)

export const runeName = parameter(
  (text) => (RUNE_NAME.test(text) ? plainRuneName(text) : undefined),
  {
    accepted: 'up to 28 letters, with or without spacers such as • or . between words',
    description: 'The name of a rune, with or without spacers.',
    schema: { type: 'string' },
  },
)

export const movementType = v.optional(
  choice(
    ['transfer', 'mint', 'burn', 'etching', 'change'],
    'Only movements of this type; total counts those.',
  ),
)

export const showChange = v.optional(
  choice(['show', 'hide'], 'hide leaves out what came back to its owner; show by default.'),
  'show',
)

function decimalFilter(description: string) {
  return v.optional(
    parameter((text) => (/^[0-9]{1,39}(\.[0-9]{1,38})?$/.test(text) ? text : undefined), {
      accepted: 'an amount such as 1000 or 0.5',
      description,
      schema: { type: 'string', pattern: '^[0-9]{1,39}(\\.[0-9]{1,38})?$' },
    }),
  )
}

export const minAmount = decimalFilter('Only movements of at least this amount.')
export const maxAmount = decimalFilter('Only movements of at most this amount.')

/** In characters. No search term in the database is longer. */
export const MAX_TEXT_LENGTH = 200

function shortText(description: string) {
  return parameter((text) => (text.length <= MAX_TEXT_LENGTH ? text : undefined), {
    accepted: `at most ${MAX_TEXT_LENGTH} characters long`,
    description,
    schema: { type: 'string', maxLength: MAX_TEXT_LENGTH },
  })
}

export const movementText = v.optional(
  shortText('Only movements with this text in a rune’s name, an address or the transaction id.'),
)
export const searchText = v.optional(shortText('The text to search for.'), '')
export const nameFilter = v.optional(shortText('A part of the name in the contract.'))
export const symbolFilter = v.optional(shortText('The whole symbol in the contract.'))

function heightFilter(description: string) {
  return v.optional(
    parameter(parseHeight, {
      accepted: `a height up to ${Number.MAX_SAFE_INTEGER}`,
      description,
      schema: { type: 'integer', minimum: 0 },
    }),
  )
}

export const fromHeight = heightFilter('Only from this block on.')
export const toHeight = heightFilter('Only up to this block.')
export const beforeHeight = heightFilter('Only blocks below this height.')

function indexFilter(description: string) {
  return v.optional(
    parameter((text) => (/^[0-9]{1,9}$/.test(text) ? Number(text) : undefined), {
      accepted: 'the index of a transaction in its block',
      description,
      schema: { type: 'integer', minimum: 0 },
    }),
  )
}

export const firstTx = indexFilter(
  'Only movements of transactions from this index in the block on.',
)
export const lastTx = indexFilter('Only movements of transactions up to this index in the block.')

export const days = v.optional(
  parameter((text) => (/^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : undefined), {
    accepted: 'a whole number from 1 to 99999',
    description: 'Only the last days, with that of the newest block; all by default.',
    schema: { type: 'integer', minimum: 1, maximum: 99_999 },
  }),
)

export const at = v.optional(
  parameter((text) => (/^[0-9]{1,9}$/.test(text) || isDay(text) ? text : undefined), {
    accepted: 'a height, or a day such as 2024-04-20',
    description: 'The balances after the block at this height, or at the end of this UTC day.',
    schema: { type: 'string' },
  }),
)

function isDay(text: string): boolean {
  const day = new Date(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? text : Number.NaN)
  // The 30th of February would become the 1st of March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

export const runeOrder = v.optional(
  choice(
    ['number', 'name', 'holders', 'movements', 'day_movements', 'progress', 'newest_mint'],
    'What the runes are sorted by. Runes with equal figures are sorted by their etching.',
  ),
  'number',
)

export const direction = v.optional(
  choice(['asc', 'desc'], 'The order; by default asc for names, desc for everything else.'),
)

export const mintFilter = v.optional(
  choice(
    ['mintable', 'almost', 'minted-out'],
    'mintable: the next block can mint it. almost: it can, and 90 % of the cap is minted. minted-out: the cap is reached.',
  ),
)

export const tokenOrder = v.optional(
  choice(
    ['name', 'symbol', 'completeness'],
    'What the tokens are sorted by. Ties are sorted by principal; tokens without a name or symbol come last. completeness: those with metadata first, then those with a supply.',
  ),
  'name',
)

export const validMetadataOnly = v.optional(
  choice(['true', 'false'], 'true leaves out tokens without a metadata document.'),
  'false',
)

export const stacksAddressFilter = v.optional(
  parameter((text) => (text === '' || ADDRESS.test(text) ? text : undefined), {
    accepted: 'a Stacks address such as SP…',
    description: 'The address that deployed the contracts.',
    schema: { type: 'string', pattern: ADDRESS.source },
  }),
)

export const searchKind = v.optional(
  choice(['rune', 'token', 'block', 'transaction', 'address'], 'Only matches of this kind.'),
)

export const script = parameter(
  (text) => (/^(?:[0-9a-fA-F]{2}){2,10000}$/.test(text) ? text.toLowerCase() : undefined),
  {
    accepted: 'the hexadecimal digits of a script, at most 10,000 bytes',
    description: 'The output script of a runestone in hex.',
    schema: { type: 'string', pattern: '^(?:[0-9a-fA-F]{2})+$' },
  },
)

export const outputCount = v.optional(
  parameter((text) => (/^[0-9]{1,5}$/.test(text) ? Number(text) : undefined), {
    accepted: 'a whole number up to 99999',
    description: 'The number of outputs of the transaction; 1 by default.',
    schema: { type: 'integer', minimum: 0, maximum: 99_999, default: 1 },
  }),
  1,
)
