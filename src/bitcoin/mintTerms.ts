import type { Terms } from './runestone.ts'

/** The first block in which a rune can be minted, and the first after it in which it cannot. */
export function mintBounds(terms: Terms, etchedAt: number): { start: bigint; end?: bigint } {
  const { heightStart, heightEnd, offsetStart, offsetEnd } = terms
  const relativeEnd = offsetEnd === undefined ? undefined : BigInt(etchedAt) + offsetEnd
  const relativeStart = offsetStart === undefined ? 0n : BigInt(etchedAt) + offsetStart
  const start =
    heightStart !== undefined && heightStart > relativeStart ? heightStart : relativeStart
  const ends = [heightEnd, relativeEnd].filter((height) => height !== undefined)
  const [first, second] = ends
  if (first === undefined) return { start }
  return { start, end: second !== undefined && second < first ? second : first }
}

/** Whether the terms end before they start, or before the rune exists. */
export function areNeverOpen(terms: Terms, etchedAt: number): boolean {
  const { start, end } = mintBounds(terms, etchedAt)
  return end !== undefined && (end <= start || end <= etchedAt)
}
