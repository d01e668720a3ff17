import { createHash } from 'node:crypto'

/** By what the image at a URI is stored; undefined if there is no URI. */
export function imageSourceOf(uri: string | undefined): string | undefined {
  const text = uri?.trim()
  return text ? createHash('sha256').update(text).digest('hex') : undefined
}
