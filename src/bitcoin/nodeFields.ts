import * as v from 'valibot'

// Values in the responses of a Bitcoin node.

export const NodeCount = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
export const NodeHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
export const NodeBytes = v.pipe(
  v.string(),
  v.rawTransform(({ dataset: { value: hex }, addIssue, NEVER }): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(Math.floor(hex.length / 2))
    const written = Buffer.from(bytes.buffer).write(hex, 'hex')
    if (written * 2 === hex.length) return bytes
    addIssue()
    return NEVER
  }),
)
