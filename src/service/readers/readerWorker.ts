import { parentPort, workerData } from 'node:worker_threads'
import type { Store } from '../../database/database.ts'
import { openStore, type StoreSettings } from '../../database/openStore.ts'
import { applyTransaction } from '../../indexer/applyTransaction.ts'
import { sentError } from '../../threads/threadResult.ts'
import { measureQueries } from '../observability/measureQueries.ts'
import { createChainReader } from '../queries/chainState.ts'
import { createReader } from './createReader.ts'
import type { DataReply } from './reader.ts'
import type {
  MeasuredQuery,
  MessageOfReader,
  MessageToReader,
  ReaderOptions,
  SentReply,
} from './readInWorkers.ts'

// Runs in a worker thread, which `readInWorkers` starts.

const { stores, ...facts }: ReaderOptions = workerData
const open = ({ address, limits }: StoreSettings) => openStore(address, 'reader', limits)
const runes = open(stores.runes)
const tokens = stores.tokens === undefined ? runes : open(stores.tokens)

let queries: MeasuredQuery[] = []
const measure = (store: Store) =>
  measureQueries(store, (outcome, seconds) => queries.push({ outcome, seconds }))
const databases = { tokens: measure(tokens), runes: measure(runes) }
const chain = createChainReader({ databases, monotonicMs: () => performance.now() })
const apply = (bytes: Uint8Array<ArrayBuffer>) => applyTransaction(bytes, runes)
const reader = createReader({ ...facts, databases, chain, applyTransaction: apply })
/** Requests are dropped before they are sent here. */
const never = new AbortController().signal

parentPort?.on('message', (message: MessageToReader) => {
  if (message.kind === 'read') void read(message)
  else if (message.kind === 'connections') sendConnections(message.id)
  else void close()
})

async function read({ id, request }: Extract<MessageToReader, { kind: 'read' }>): Promise<void> {
  const reply = sendable(await reader.read(request, never))
  tell({ kind: 'reply', id, reply, queries }, bytesOf(reply))
  queries = []
}

function sendable(reply: DataReply): SentReply {
  if (reply.kind !== 'problem') return reply
  return { ...reply, problem: sentError(reply.problem, 'HttpProblem') }
}

/** What is moved to the other thread instead of copied. */
function bytesOf(reply: SentReply): ArrayBuffer[] {
  if (reply.kind === 'response') return [reply.bytes.buffer]
  return reply.kind === 'lines' ? [reply.page.lines.buffer] : []
}

function sendConnections(id: number): void {
  const connections = PARTS.flatMap((part) => {
    const state = databases[part].connections?.()
    return state === undefined ? [] : [{ part, ...state }]
  })
  tell({ kind: 'connections', id, connections })
}

const PARTS = ['tokens', 'runes'] as const

function tell(message: MessageOfReader, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, moved)
}

async function close(): Promise<void> {
  await Promise.all([...new Set([tokens, runes])].map((store) => store.close()))
  parentPort?.close()
}
