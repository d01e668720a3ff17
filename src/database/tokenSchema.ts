import { bytes, int, long, nullable, table, text } from './table.ts'

/** Changes whenever the tables of tokens or the meaning of their rows change. There are no migrations. */
export const TOKEN_SCHEMA_VERSION = '16'

export const tokens = table(
  'tokens',
  {
    key: ['principal'],
    indexes: [
      `CREATE INDEX IF NOT EXISTS tokens_symbol
        ON tokens (lower(nullif(trim(symbol), '')), principal)`,
      `CREATE INDEX IF NOT EXISTS tokens_name ON tokens (lower(nullif(trim(name), '')), principal)`,
    ],
  },
  {
    principal: text,
    /** ready | in-progress | token-error | no-token */
    status: text,
    /** The message of a token-error. */
    problem: nullable(text),
    name: nullable(text),
    symbol: nullable(text),
    decimals: nullable(long),
    total_supply: nullable(text),
    token_uri: nullable(text),
    /** The transaction that deployed it: the one in `deployments`, or else what its source says. */
    tx_id: nullable(text),
    sender_address: text,
    asset_identifier: nullable(text),
    localization_uri: nullable(text),
    localization_default: nullable(text),
    /** snapshot | sample | import: where its document comes from. node: only a node has told of it. */
    source: text,
    /** Unix seconds. */
    read_at: long,
    /** The height of the Stacks block at which a node told the facts; missing if none has. */
    facts_height: nullable(long),
  },
)

/** One row a document. */
export const tokenMetadata = table(
  'token_metadata',
  {
    key: ['principal', 'locale'],
    indexes: [
      `CREATE INDEX IF NOT EXISTS token_metadata_image ON token_metadata (image_source, principal)
        WHERE image_source IS NOT NULL`,
    ],
  },
  {
    principal: text,
    /** '' is the default document. */
    locale: text,
    position: int,
    /** These four are fields of the token itself that depend on the locale; the rest is the document. */
    token_description: nullable(text),
    image_uri: nullable(text),
    image_thumbnail_uri: nullable(text),
    image_canonical_uri: nullable(text),
    has_document: int,
    sip: nullable(int),
    name: nullable(text),
    description: nullable(text),
    image: nullable(text),
    /** The `source` of its image in `token_image_sources`. */
    image_source: nullable(text),
    cached_image: nullable(text),
    cached_thumbnail_image: nullable(text),
  },
)

export const tokenAttributes = table(
  'token_attributes',
  { key: ['principal', 'locale', 'position'] },
  {
    principal: text,
    locale: text,
    position: int,
    trait_type: nullable(text),
    display_type: nullable(text),
    /** Both are JSON, so that they can be of any type and numbers stay exact. */
    value: nullable(text),
    max_value: nullable(text),
  },
)

/** Values are JSON. */
export const tokenProperties = table(
  'token_properties',
  { key: ['principal', 'locale', 'position'] },
  {
    principal: text,
    locale: text,
    position: int,
    key: text,
    value: text,
  },
)

/** Contracts that a Stacks node is asked about. */
export const tokenContracts = table(
  'contracts',
  { key: ['principal'] },
  {
    principal: text,
    /** candidate: not asked yet | token | other: no SIP-010 token */
    state: text,
    /** The names of a token's assets in JSON, its own first. */
    assets: nullable(text),
    /** The height of the first block that was seen to deploy it; missing if it was known otherwise. */
    found_height: nullable(long),
  },
)

/** The newest blocks of a Stacks node, to take back what they did if it leaves them. */
export const stacksBlocks = table(
  'stacks_blocks',
  { key: ['height'] },
  {
    height: long,
    id: text,
    /** The principals of the contracts that it deploys, in JSON. */
    deployed: text,
    /** Those of known contracts that it calls, or names in a call. */
    named: text,
  },
)

/** Where the contracts of tokens were deployed, as a Stacks node says. */
export const tokenDeployments = table(
  'deployments',
  { key: ['principal'] },
  {
    principal: text,
    /** Missing if the node lacks the block, or the block lacks the deployment. */
    tx_id: nullable(text),
    /** The height that the node has of the contract, or of the block that has the deployment. */
    block_height: long,
    block_id: nullable(text),
    /** The time of the block in Unix seconds. Blocks from before Nakamoto have none. */
    deployed_at: nullable(long),
  },
)

/** When to ask a Stacks node. */
export const tokenTasks = table(
  'token_tasks',
  {
    key: ['principal', 'kind'],
    indexes: [
      'CREATE INDEX IF NOT EXISTS token_tasks_due ON token_tasks (due_at, principal, kind)',
    ],
  },
  {
    principal: text,
    /** facts | supply | deployment */
    kind: text,
    /** Unix seconds. What blocks deploy comes before all else, with -1. */
    due_at: long,
    /** In a row. */
    failures: int,
    /** When it was read, in Unix seconds, and after which block. */
    read_at: nullable(long),
    read_height: nullable(long),
    /** Of a supply: the newest block that names the contract. */
    named_height: nullable(long),
  },
)

/**
 * The documents that tokens point to, as hosts sent them, and when to ask for them. They outlive the other tables,
 * because a host may be gone: what has other columns needs another name.
 */
export const tokenDocuments = table(
  'token_documents',
  {
    key: ['principal', 'locale'],
    indexes: ['CREATE INDEX IF NOT EXISTS token_documents_due ON token_documents (due_at)'],
  },
  {
    principal: text,
    /** '' is the default document. */
    locale: text,
    etag: nullable(text),
    /** Unix seconds. */
    read_at: nullable(long),
    /** Unix seconds; missing if it is not to be asked for. */
    due_at: nullable(long),
    /** In a row. */
    failures: int,
    /** Why the last reading failed; missing if it did not. */
    problem: nullable(text),
    // Large values come last: SQLite reads all of a value to get to the column behind it.
    /** What the contract or the default document says. */
    uri: text,
    /** What the bytes were read from. It is missing if none were, as are `bytes`, `etag` and `read_at`. */
    read_uri: nullable(text),
    bytes: nullable(bytes),
  },
)

/**
 * Where the images of documents come from, and when to ask for them. An image that was not tried yet is missing. These
 * two tables outlive the others too.
 */
export const tokenImageSources = table(
  'token_image_sources',
  {
    key: ['source'],
    indexes: ['CREATE INDEX IF NOT EXISTS token_image_sources_hash ON token_image_sources (hash)'],
  },
  {
    /** The SHA-256 of the URI in hex: launchpads use one for many tokens. */
    source: text,
    /** That of the bytes that were read last; missing if none were. */
    hash: nullable(text),
    etag: nullable(text),
    /** Unix seconds. */
    read_at: nullable(long),
    /** Unix seconds; missing if it is final. */
    due_at: nullable(long),
    /** In a row. */
    failures: int,
    /** Why the last reading failed; missing if it did not. */
    problem: nullable(text),
  },
)

/** Images, as Cairn has converted them. */
export const tokenImages = table(
  'token_images',
  { key: ['hash'] },
  {
    /** The SHA-256 of the bytes that a host sent, in hex. */
    hash: text,
    width: int,
    height: int,
    /** Missing if the image is not wider than that. Both are WebP. */
    thumbnail: nullable(bytes),
    image: bytes,
  },
)

/** What untrusted hosts sent. */
export const RAW_TOKEN_TABLES = [tokenDocuments, tokenImageSources, tokenImages] as const

/** Search terms of tokens, folded, found by prefix. */
export const tokenTerms = table(
  'token_terms',
  { key: ['term', 'principal'] },
  /** Rank 0 is for names and symbols, 1 for words of those, identifiers, assets and languages. */
  { term: text, principal: text, rank: int },
)

export const TOKEN_TABLES = [
  tokens,
  tokenMetadata,
  tokenAttributes,
  tokenProperties,
  tokenTerms,
  tokenContracts,
  tokenDeployments,
  tokenTasks,
  stacksBlocks,
] as const
