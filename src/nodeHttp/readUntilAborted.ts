import { addAbortSignal, Readable } from 'node:stream'

/**
 * The body of a response until `signal` is aborted, which throws its reason. The signal of `fetch` alone does not end
 * a body: it is forgotten once its request is garbage-collected, and a node that falls silent would keep the reader
 * waiting forever.
 */
export async function* readUntilAborted(
  body: Response['body'],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (body === null) return
  try {
    yield* addAbortSignal(signal, Readable.fromWeb(body))
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}
