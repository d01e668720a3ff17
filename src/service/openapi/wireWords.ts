import type { JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { PAGING_RULES } from '../../contract/paging.ts'
import type { HexPrefix } from '../activityWire.ts'
import type { CONTRACT } from './wireSchemas.ts'

/** The words of all schemas; hashes of activity are sent with or without `0x`. */
export function wordsFor(hexPrefix: HexPrefix): AllWords {
  return {
    ...TOKEN_WORDS,
    ...activityWords(hexPrefix),
    ...DIRECTORY_WORDS,
    TokenProblem: PROBLEM_WORDS,
  }
}

/** Where the document has the schema of a name. */
export function refTo(name: string): string {
  return `#/components/schemas/${name}`
}

/** Words for every field of a schema of the contract, and for no other. */
type WordsOf<Entries> = {
  description: string
  always?: readonly (keyof Entries)[]
  fields: { [Name in keyof Entries]: JsonSchema }
}
type AllWords = {
  [Name in keyof typeof CONTRACT]: (typeof CONTRACT)[Name] extends v.ObjectSchema<
    infer Entries,
    undefined
  >
    ? WordsOf<Entries>
    : never
}

const BARE_HASH = '^[0-9a-f]{64}$'
const PREFIXED_HASH = '^0x[0-9a-f]{64}$'

const TOKEN_WORDS: Pick<
  AllWords,
  'Token' | 'TokenMetadata' | 'TokenAttribute' | 'TokenLocalization'
> = {
  Token: {
    description: 'A SIP-010 token. What is unknown is left out.',
    always: ['sender_address'],
    fields: {
      name: { description: 'Its name, as its contract says it.' },
      symbol: { description: 'Its symbol, as its contract says it; not unique.' },
      decimals: {
        description: 'How many digits of an amount stand behind the point.',
        minimum: 0,
      },
      total_supply: {
        description: 'Raw, as exact digits: whole units are total_supply / 10^decimals.',
        pattern: '^[0-9]+$',
      },
      token_uri: { description: 'Where its metadata document is.' },
      description: { description: 'What its document says of it, in the locale asked for.' },
      image_uri: { description: 'A copy of its picture.' },
      image_thumbnail_uri: { description: 'A small copy of its picture.' },
      image_canonical_uri: { description: 'Its picture as the document names it.' },
      tx_id: {
        description: 'The Stacks transaction that deployed the contract.',
        pattern: PREFIXED_HASH,
      },
      sender_address: { description: 'The address that deployed the contract.' },
      asset_identifier: { description: '<contract principal>::<asset name>' },
      metadata: { description: 'Its metadata document, missing where none was read.' },
    },
  },
  TokenMetadata: {
    description: 'The metadata document of a token, written by whoever made the token.',
    always: [],
    fields: {
      sip: { description: 'The number of the standard that it follows.' },
      name: { description: 'The token’s name in this document.' },
      description: { description: 'The token’s description in this document.' },
      image: { description: 'Where the picture is.' },
      cached_image: { description: 'A copy of the picture.' },
      cached_thumbnail_image: { description: 'A small copy of the picture.' },
      attributes: { description: 'Its attributes.', items: { $ref: refTo('TokenAttribute') } },
      properties: { type: 'object', description: 'Any keys with any JSON values.' },
      localization: { description: 'Which locales there are, missing where there is one only.' },
    },
  },
  TokenAttribute: {
    description: 'An attribute of a token. An integer beyond 2^53 is sent with all its digits.',
    fields: {
      trait_type: { description: 'What it tells of.' },
      display_type: { description: 'How it is meant to be shown.' },
      value: { description: 'Any JSON value.' },
      max_value: { description: 'The most that the value can be; any JSON value.' },
    },
  },
  TokenLocalization: {
    description: 'Which locales a token’s documents come in.',
    always: ['locales'],
    fields: {
      uri: { description: 'Where the documents are; {locale} stands for the locale.' },
      default: { description: 'The locale of the default document.' },
      locales: {
        description: 'The locales, the default one first.',
        items: { type: 'string' },
        minItems: 1,
      },
    },
  },
}

type ActivityWords = Pick<AllWords, 'ActivityPage' | 'RuneActivity' | 'Rune' | 'RuneLocation'>

function activityWords(hexPrefix: HexPrefix): ActivityWords {
  const hash = hexPrefix === 'none' ? BARE_HASH : PREFIXED_HASH
  return {
    ActivityPage: PAGE_WORDS,
    RuneActivity: RECORD_WORDS,
    Rune: RUNE_WORDS,
    RuneLocation: {
      description: 'Where a record happened on Bitcoin.',
      always: ['block_hash', 'block_height', 'tx_id', 'timestamp'],
      fields: {
        block_hash: { description: 'The block.', pattern: hash },
        block_height: { description: 'Its height.', minimum: 0 },
        tx_id: { description: 'The transaction.', pattern: hash },
        tx_index: { description: 'Its place in the block.', minimum: 0 },
        vout: { description: 'The output concerned; on a send the destination.', minimum: 0 },
        output:
          hexPrefix === 'none'
            ? {
                description: 'The output concerned, <tx_id>:<vout>.',
                pattern: '^[0-9a-f]{64}:[0-9]+$',
              }
            : {
                description: 'The transaction of the output concerned; its index is vout.',
                pattern: PREFIXED_HASH,
              },
        timestamp: { description: 'The time of the block, in unix seconds.', minimum: 0 },
      },
    },
  }
}

const PAGE_WORDS: AllWords['ActivityPage'] = {
  description: 'A page of a list of activity.',
  fields: {
    limit: {
      description: 'The limit that was applied.',
      minimum: PAGING_RULES.limit.min,
      maximum: PAGING_RULES.limit.max,
    },
    offset: {
      description: 'The offset that was applied.',
      minimum: PAGING_RULES.offset.min,
      maximum: PAGING_RULES.offset.max,
    },
    total: { description: 'How many records the whole list has, past its end too.', minimum: 0 },
    results: {
      description: 'At most limit records, newest first.',
      items: { $ref: refTo('RuneActivity') },
      maxItems: PAGING_RULES.limit.max,
    },
  },
}

const RECORD_WORDS: AllWords['RuneActivity'] = {
  description: 'One event of a rune.',
  always: ['rune', 'operation', 'location'],
  fields: {
    rune: {},
    address: {
      description: 'Who acted: the sender of a send, the receiver of a receive, the former owner.',
    },
    receiver_address: { description: 'Who receives a send.' },
    amount: {
      description: 'As exact digits with the rune’s divisibility applied; trailing zeros stay.',
      examples: ['110000000.00'],
    },
    operation: {
      description:
        'etching, mint, burn, send or receive. Others may come: take them as they are called.',
      examples: ['etching', 'mint', 'burn', 'send', 'receive'],
    },
    location: {},
  },
}

const RUNE_WORDS: AllWords['Rune'] = {
  description: 'The rune of a record.',
  always: ['id'],
  fields: {
    id: { description: '<height of the block>:<place of the transaction> of its etching.' },
    number: { description: 'How many runes were etched before it.', minimum: 0 },
    name: { description: 'Its name without spacers.' },
    spaced_name: { description: 'Its name as it is written.', examples: ['DOG•GO•TO•THE•MOON'] },
  },
}

const DIRECTORY_WORDS: Omit<
  AllWords,
  keyof typeof TOKEN_WORDS | keyof ActivityWords | 'TokenProblem'
> = {
  About: {
    description: 'What this instance holds. Heights and the newest record leave the samples out.',
    fields: {
      version: { description: 'The version of the service.' },
      source: { description: 'What kind of data it serves.' },
      sources: { description: 'Where the data are from, in sentences.' },
      is_complete: { description: 'Whether every record on chain between the heights is held.' },
      notes: { description: 'What is missing, in sentences.' },
      tokens: { description: 'How many tokens.' },
      runes: { description: 'How many runes.' },
      transactions: { description: 'How many transactions with activity.' },
      records: { description: 'How many records of activity.' },
      lowest_block_height: { description: 'The lowest block with activity.' },
      highest_block_height: { description: 'The highest block with activity.' },
      newest_record: { description: 'The time of the newest record, in unix seconds.' },
      blocks: { description: 'The newest blocks with activity.' },
      samples: {
        description: 'By which address and height one knows what was made up for demonstration.',
      },
    },
  },
  HeldBlock: {
    description: 'A block with activity.',
    fields: {
      block_height: { description: 'Its height.' },
      block_hash: { description: 'Its hash, without 0x.', pattern: BARE_HASH },
      timestamp: { description: 'Its time, in unix seconds.' },
      total: { description: 'How many of its records are held.' },
    },
  },
  SearchResults: {
    description: 'What a text may mean, the closest first.',
    fields: { results: { description: 'The matches.', maxItems: 20 } },
  },
  SearchHit: {
    description: 'A match of a search.',
    fields: {
      kind: { description: 'What it is.' },
      id: {
        description:
          'A principal, the id of a rune (its name where that is unknown), a height or a transaction id.',
      },
      title: { description: 'What it is called.' },
      detail: { description: 'What tells it from others of its name.' },
    },
  },
  Neighbours: {
    description: 'The nearest blocks with activity.',
    fields: {
      previous: { description: 'The height of the nearest below, if there is one.' },
      next: { description: 'The height of the nearest above, if there is one.' },
    },
  },
  BlockTransactions: {
    description: 'The transactions of a block with activity.',
    fields: {
      results: {
        description:
          'By place in the block’s list: offset is the place of the transaction’s first record, total how many it has.',
      },
    },
  },
  Place: {
    description: 'Where a transaction stands.',
    fields: {
      block_height: { description: 'The height of its block.' },
      offset: { description: 'How many records of that block’s list come before its first one.' },
    },
  },
  Namesakes: {
    description: 'Who else uses the symbol or the name of a token.',
    fields: { symbol: {}, name: {} },
  },
  SharedBy: {
    description: 'The other tokens that share a text with one.',
    fields: {
      total: { description: 'How many.' },
      results: { description: 'The first of them, by principal.', maxItems: 20 },
    },
  },
}

const PROBLEM_WORDS: AllWords['TokenProblem'] = {
  description: 'Why a token has no answer.',
  always: ['error'],
  fields: {
    error: { description: 'Which problem it is: tell by this text.' },
    message: { description: 'What more there is to say.' },
  },
}
