import type { About } from '../contract/schemas/chain.ts'
import type { OwnFollower } from '../contract/schemas/follower.ts'
import type { Databases } from '../database/database.ts'
import type { ClientOf } from './http/clientAddress.ts'
import type { OriginOf } from './http/publicOrigin.ts'
import type { ResponseCache } from './http/responseCache.ts'
import type { NodeQueries } from './node/nodeQueries.ts'
import type { Metrics } from './observability/createMetrics.ts'
import type { Logger } from './observability/logger.ts'
import type { ChainReader } from './queries/chainState.ts'
import type { ApplyTransaction } from './queries/decodeBody.ts'
import type { IndexReader } from './queries/indexReader.ts'
import type { Reader, ReaderFacts, ReaderHooks } from './readers/reader.ts'
import type { Settings } from './settings.ts'

/** Where the blocks of the index come from. */
export type IndexSource = About['source']

/** What the parts of the service are made of. Tests replace some. */
export type ServiceParts = {
  settings: Settings
  databases: Databases
  source: IndexSource
  /** Whether it has images of tokens itself, because it follows a Stacks node: then pages show no others. */
  hasOwnImages?: boolean | undefined
  /** What needs the node, if there is one. */
  nodeQueries?: NodeQueries | undefined
  /** What this process knows of its own follower; undefined if another program follows. */
  ownFollower?: (() => OwnFollower | undefined) | undefined
  /** What this process knows of its follower of the Stacks node. */
  ownTokenFollower?: (() => OwnFollower | undefined) | undefined
  /** The bytes of transactions that no node is needed for, by id. */
  bundledTransaction?: ((txId: string) => Uint8Array<ArrayBuffer> | undefined) | undefined
  /** What a transaction would do, if this thread reads. */
  applyTransaction?: ApplyTransaction | undefined
  version: string
  /** Opens readers in threads of their own. Without it, this thread reads. */
  openReader?: ((facts: ReaderFacts, options: ReaderHooks) => Reader) | undefined
  /** The folder of the built explorer; without it, only the API is served. */
  explorerFolder: string | undefined
  logger: Logger
  metrics: Metrics
  /** A clock that never goes back. */
  monotonicMs: () => number
  /** How long rendering a page waits for its data, if not the default. */
  pageBudgetMs?: number | undefined
}

/** What routes use. */
export type Service = ServiceParts & {
  chain: ChainReader
  readIndex: IndexReader
  reader: Reader
  cache: ResponseCache
  clientOf: ClientOf
  originOf: OriginOf
}
