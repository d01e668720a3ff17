import pLimit from 'p-limit'

/** How many blocks, of 4 MB at most, are in memory or on their way. */
const MAX_AHEAD = 8
/** While one is parsed, two are fetched. Others would delay the calls that the block at hand needs. */
const MAX_READING = 3

/**
 * Yields what `read` returns for one height after another, up to `end()`, or until it returns undefined.
 * Meanwhile it reads those that follow.
 */
export async function* readAhead<Value>(
  read: (height: number) => Promise<Value | undefined>,
  start: number,
  end: () => number,
): AsyncGenerator<Value> {
  const limit = pLimit(MAX_READING)
  const reading: Promise<Value | undefined>[] = []
  try {
    for (let height = start; ; ) {
      for (; height <= end() && reading.length < MAX_AHEAD; height++) {
        const value = limit(read, height)
        // If it fails, the loop throws when it gets there, if it does.
        value.catch(() => {})
        reading.push(value)
      }
      const next = await reading.shift()
      if (next === undefined) return
      yield next
    }
  } finally {
    limit.clearQueue()
  }
}
