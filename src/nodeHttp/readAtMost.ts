/** The bytes of a response of a node; undefined if there are more than `maxBytes`. */
export async function readAtMost(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const read: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > maxBytes) return undefined
    read.push(chunk)
  }
  return Buffer.concat(read)
}
