import * as v from 'valibot'
import {
  BITCOIN_ADDRESS,
  PRINCIPAL,
  PRINCIPAL_START,
  parseBitcoinAddress,
  parseBlockIdentifier,
  parseOutput,
  parsePrincipal,
  parseRune,
  parseTokenReference,
  parseTransactionId,
  plainRuneName,
  RUNE_NAME,
} from './identifiers.ts'
import {
  filter,
  integerFilter,
  integerParameter,
  MAX_TEXT_LENGTH,
  matching,
  parameter,
  readShortText,
  several,
  wordFilter,
  wordOption,
} from './parameterKinds.ts'
import { OPERATIONS } from './schemas/activity.ts'
import { BALANCE_ORDERS } from './schemas/address.ts'
import { ADDRESS_FIGURES, ADDRESS_MOVEMENT_TYPES, MOVEMENT_TYPES } from './schemas/movement.ts'
import { DEFAULT_PAGING, MAX_LIMIT } from './schemas/page.ts'
import { HISTORY_STEPS } from './schemas/rune.ts'
import { SEARCH_KINDS } from './schemas/search.ts'

// The parameters of the endpoints.

// Patterns of the forms that need no explanation: some others are read too.
const HEIGHT_PATTERN = '^[0-9]{1,15}$'
const NAME_PATTERN = '^[a-zA-Z]([ •.]?[a-zA-Z]){0,27}$'
const RUNE_ID_PATTERN = '^[0-9]{1,15}:[0-9]{1,10}$'
// Hashes are accepted in upper and lower case. JSON Schema patterns have no flag for that.
const HASH_PATTERN = '^(0[xX])?[0-9a-fA-F]{64}$'

export const principal = parameter(parsePrincipal, {
  accepted: 'a contract principal such as SP….contract-name',
  description: 'The contract principal of the token: address, dot, contract name.',
  schema: { pattern: PRINCIPAL.source },
})

export const locale = filter(readShortText, {
  accepted: `a locale such as en, of at most ${MAX_TEXT_LENGTH} characters`,
  description:
    'The locale of the metadata; the default document without it, or if it is empty. One that the token does not have is a 422.',
  schema: { maxLength: MAX_TEXT_LENGTH },
})

export const txId = parameter(parseTransactionId, {
  accepted: '64 hexadecimal digits, with or without 0x',
  description:
    'A Bitcoin transaction: 64 hexadecimal digits, with or without 0x, in upper or lower case.',
  schema: { pattern: HASH_PATTERN },
})

export const block = parameter(parseBlockIdentifier, {
  accepted: `a height up to ${Number.MAX_SAFE_INTEGER}, or a hash of 64 hexadecimal digits, with or without 0x`,
  description:
    'A Bitcoin block: its height, or its hash of 64 hexadecimal digits with or without 0x, in upper or lower case.',
  schema: { anyOf: [{ pattern: HEIGHT_PATTERN }, { pattern: HASH_PATTERN }] },
})

const NAME = 'up to 28 letters, with or without spacers such as • or . between words'
const runeWith = (description: string) =>
  parameter(parseRune, {
    accepted: `an id such as 840000:1, a number, or a name of ${NAME}`,
    description,
    schema: {
      anyOf: [{ pattern: RUNE_ID_PATTERN }, { pattern: HEIGHT_PATTERN }, { pattern: NAME_PATTERN }],
    },
  })
const addressWith = (description: string) =>
  parameter(parseBitcoinAddress, {
    accepted: 'a Bitcoin address of 14 to 90 letters and digits',
    description,
    schema: { pattern: BITCOIN_ADDRESS.source },
  })

export const rune = runeWith(
  'A rune: its id, number, or name, in any case, with or without spacers.',
)
export const runeFilter = v.optional(runeWith('Only movements of this rune.'))
export const burnedRune = v.optional(runeWith('Only burns of this rune.'))

/** In the place of an address, for units that have none. */
export const NOBODY = 'none'
const partyFilter = (description: string) =>
  filter((text) => (text === NOBODY ? NOBODY : parseBitcoinAddress(text)), {
    accepted: 'a Bitcoin address of 14 to 90 letters and digits, or none',
    description,
    schema: { anyOf: [{ pattern: BITCOIN_ADDRESS.source }, { const: NOBODY }] },
  })

export const address = addressWith('A Bitcoin address.')

/** An address as the retired runes API took it: any text, which no address has if it is malformed. */
export const anyAddress = parameter((text) => parseBitcoinAddress(text) ?? '-', {
  accepted: 'a text',
  description: 'A Bitcoin address.',
})

const OUTPUT_PATTERN = '^(0[xX])?[0-9a-fA-F]{64}:[0-9]{1,9}$'
export const output = parameter(parseOutput, {
  accepted: 'a transaction id, a colon and the index of an output',
  description: 'An output: <transaction id>:<index>.',
  schema: { pattern: OUTPUT_PATTERN },
})

export const outputBatch = several(parseOutput, {
  accepted: 'a transaction id, a colon and the index of an output',
  description: 'Outputs: <transaction id>:<index>.',
  pattern: OUTPUT_PATTERN,
})

export const contracts = several(parseTokenReference, {
  accepted:
    'a contract principal such as SP….contract-name, with or without a colon and the number of a token',
  description: 'Contract principals, each with or without :1, the number of a fungible token.',
  pattern: PRINCIPAL.source.replace('$', '(:[0-9]{1,39})?$'),
})

/** The number of entries to skip, and to send. */
export function paging(things: string, max: number = MAX_LIMIT) {
  const { offset, limit } = DEFAULT_PAGING
  return {
    offset: v.optional(
      integerParameter(`The number of ${things} to skip; ${offset} by default.`),
      offset,
    ),
    limit: v.optional(
      integerParameter(
        `The number of ${things} to send, 1 to ${max}; ${limit} by default.`,
        1,
        max,
      ),
      limit,
    ),
  }
}

export const operationType = wordFilter(
  'Only the records with this operation; total counts those.',
  OPERATIONS,
)

export const runeName = parameter(
  (text) => (RUNE_NAME.test(text) ? plainRuneName(text) : undefined),
  {
    accepted: NAME,
    description: 'The name of a rune, with or without spacers.',
    schema: { pattern: NAME_PATTERN },
  },
)

/** A range of blocks. */
const heights = {
  from: integerFilter('Only from this block on.'),
  to: integerFilter('Only up to this block.'),
}
export const unlockingHeight = integerFilter('A block, to learn which names it unlocks.')
export const beforeHeight = integerFilter('Only blocks below this height.')

const MAX_TX_INDEX = 999_999_999
/** Of the transactions of a block. */
export const blockFilters = {
  first_tx: integerFilter('Only transactions from this index in the block on.', 0, MAX_TX_INDEX),
  last_tx: integerFilter('Only transactions up to this index in the block.', 0, MAX_TX_INDEX),
  cenotaphs: wordFilter('Only movements of transactions whose runestone is malformed.', ['only']),
}

export const days = integerFilter(
  'Only the last days, with that of the newest block; of no effect by blocks.',
  1,
  99_999,
)

export const points = v.optional(
  integerParameter('The largest number of parts; 200 by default.', 1, 400),
  200,
)

export const highlightLimit = v.optional(
  integerParameter('The number of highlights to send, 1 to 50; 20 by default.', 1, 50),
  20,
)

export const historyStep = wordOption(
  'By days, or by blocks: the first 432 from its etching on, or from the beginning of the index. auto: by blocks until these or three days are over, then by days. day by default.',
  HISTORY_STEPS,
)

export const addressStep = wordOption(
  'By days, or by blocks: the last 432. auto: by blocks if these and three days have all records of the address, else by days. day by default.',
  HISTORY_STEPS,
)

const HEIGHT = '^[0-9]{1,9}$'
const MONTH = '^[0-9]{4}-(0[1-9]|1[0-2])$'

/** The height of a block, or a UTC day, as it is. */
export const at = filter((text) => (isHeight(text) || isDay(text) ? text : undefined), {
  accepted: 'a block height or a day such as 2024-04-20',
  description:
    'The balances after the block at this height, or at the end of this UTC day; one after the newest block is a 400. Excludes order_by.',
  schema: { anyOf: [{ pattern: HEIGHT }, { format: 'date' }] },
})

/** The height of a block, or a UTC day or month, as it is. */
const heightOrDate = (description: string) =>
  filter((text) => (isHeight(text) || isDay(text) || isMonth(text) ? text : undefined), {
    accepted: 'a block height, a day such as 2024-04-20, or a month such as 2024-04',
    description,
    schema: { anyOf: [{ pattern: HEIGHT }, { format: 'date' }, { pattern: MONTH }] },
  })

/** A range of blocks, by height or by date. */
export const span = {
  from: heightOrDate('Only from the block at this height on, or from this UTC day or month on.'),
  to: heightOrDate('Only up to the block at this height, or to the end of this UTC day or month.'),
}

export const balanceOrder = wordOption(
  'What the balances are sorted by, largest or latest first; amount by default. The other orders are for at most 5,000 runes, and exclude at.',
  BALANCE_ORDERS,
)

function isHeight(text: string): boolean {
  return new RegExp(HEIGHT).test(text)
}

function isMonth(text: string): boolean {
  return new RegExp(MONTH).test(text)
}

function isDay(text: string): boolean {
  const day = new Date(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? text : Number.NaN)
  // The 30th of February would become the 1st of March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Of a rune. */
export const amountOrder = wordFilter(
  'The largest amounts first: of transfers and burns, or of one of these types. Without from and to.',
  ['amount'],
)

export const movementType = wordFilter('Only movements of this type.', MOVEMENT_TYPES)
export const addressMovementType = wordFilter(
  'Only movements of this type, or transfers that it received or sent.',
  ADDRESS_MOVEMENT_TYPES,
)

const shortText = (description: string) =>
  parameter(readShortText, {
    accepted: `at most ${MAX_TEXT_LENGTH} characters long`,
    description,
    schema: { maxLength: MAX_TEXT_LENGTH },
  })

export const tokenName = shortText('The name or symbol of tokens, in any case.')

const AMOUNT = /^[0-9]{1,39}(\.[0-9]{1,38})?$/
const amountFilter = (description: string) =>
  filter(matching(AMOUNT), {
    accepted: 'an amount such as 1000 or 0.5',
    description,
    schema: { pattern: AMOUNT.source },
  })

/** Within a block or a transaction, movements can be filtered by everything. */
export const movementFilters = {
  type: movementType,
  rune: runeFilter,
  address: v.optional(addressWith('Only movements from or to this address.')),
  giver: partyFilter(
    'Only movements from this address, or none for those of units without an address.',
  ),
  receiver: partyFilter('Only movements to this address, or none for transfers to no address.'),
  min: amountFilter('Only movements of at least this amount.'),
  max: amountFilter('Only movements of at most this amount.'),
  text: v.optional(shortText('Only movements with this in a name, address or transaction id.')),
  change: wordOption('hide leaves out change to oneself; show by default.', ['show', 'hide']),
  order_by: wordFilter('The largest amounts of the rune first. Needs rune.', ['amount']),
}

/** Of movements in groups. */
export const groupFilters = {
  type: movementFilters.type,
  rune: movementFilters.rune,
  change: movementFilters.change,
}

/** The filters and the order of what each address did in a block or a transaction. */
export const byAddressFilters = {
  rune: runeFilter,
  order_by: wordFilter(
    'Only addresses that did this: the runes with the most such movements first, then the largest amounts. All of them by their net amount if omitted.',
    ADDRESS_FIGURES,
  ),
}

const order = wordFilter('By default asc for name and symbol, desc for the others.', [
  'asc',
  'desc',
])

/** A page of runes with the activity of each on 28 days. */
export const MAX_LIMIT_WITH_DAYS = 200

/** The filters and the order of the runes. */
export const runeFilters = {
  // An empty text is the beginning of all names.
  name: filter((text) => matching(/^[A-Z]{0,28}$/)(plainRuneName(text)), {
    accepted: NAME,
    description: 'The beginning of the name, with or without spacers.',
    schema: { pattern: '^([a-zA-Z][ •.]?){0,28}$' },
  }),
  mint: wordFilter(
    'mintable: the next block can mint it. almost: it can, and 90 % of the cap is minted. minted-out: the cap is reached.',
    ['mintable', 'almost', 'minted-out'],
  ),
  ...heights,
  order_by: wordOption(
    'What the runes are sorted by; number by default. Runes with equal figures are sorted by their etching.',
    ['number', 'name', 'holders', 'movements', 'day_movements', 'progress', 'newest_mint'],
  ),
  order,
  days: integerFilter(
    `Also what happened on each of the last days, with that of the newest block, up to 28; limit is at most ${MAX_LIMIT_WITH_DAYS} then.`,
    1,
    28,
  ),
}

/** The filters and the order of the tokens. */
export const tokenFilters = {
  name: v.optional(shortText('A part of the name in the contract.')),
  symbol: v.optional(shortText('The whole symbol in the contract.')),
  address: filter(matching(PRINCIPAL_START), {
    accepted: 'a Stacks address such as SP…, a part of one, or a contract principal',
    description:
      'The beginning of the contract principal: the address that deployed it, or a part of it, or the whole principal.',
    schema: { pattern: PRINCIPAL_START.source },
  }),
  valid_metadata_only: wordOption(
    'true leaves out those without a metadata document; false by default.',
    ['false', 'true'],
  ),
  order_by: wordOption(
    'What the tokens are sorted by; name by default. Ties are sorted by principal; tokens without a name or symbol come last. completeness: those with metadata first, then those with a supply.',
    ['name', 'symbol', 'completeness'],
  ),
  order,
}

export const searchFilters = {
  q: v.optional(shortText('The text to search for; empty by default.'), ''),
  kind: wordFilter('Only matches of this kind.', SEARCH_KINDS),
  look_alikes: wordOption(
    'first lists of tokens alike only the first, whose same_name says how many they are; total counts all. each by default.',
    ['each', 'first'],
  ),
}

const SCRIPT = /^(?:[0-9a-fA-F]{2}){2,4000}$/
export const decodeParameters = {
  script: parameter((text) => matching(SCRIPT)(text)?.toLowerCase(), {
    accepted: 'the hexadecimal digits of a script, at most 4,000 bytes',
    description: 'The output script of a runestone in hex.',
    schema: { pattern: '^6[aA]5[dD]([0-9a-fA-F]{2}){0,3998}$' },
  }),
  outputs: v.optional(
    integerParameter('How many outputs the transaction has; 1 by default.', 0, 99_999),
    1,
  ),
}

/** In characters. Bitcoin nodes pass on no transaction of more than 400,000 weight units, which are 400 kB at most. */
export const MAX_BODY_LENGTH = 400_000

const HEX_BODY = /^(?:[0-9a-fA-F]{2}){2,200000}$/
export const decodeBody = {
  hex: parameter((text) => matching(HEX_BODY)(text)?.toLowerCase(), {
    accepted: 'the hexadecimal digits of a transaction, or of a script of at least 2 bytes',
    description:
      'A raw transaction, or the output script of a runestone, in hex. Digits that are neither are a 400.',
    schema: { pattern: '^([0-9a-fA-F]{2}){2,}$', maxLength: MAX_BODY_LENGTH },
  }),
}
