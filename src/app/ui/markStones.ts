const HUES = 10

/** The stones of the mark of an id, in a square of 24 pixels, and one of ten hues. */
export function markStones(id: string) {
  const random = randomFrom(id)
  const hue = Math.floor(random() * HUES)
  const count = 3 + Math.floor(random() * 2)
  const height = count === 3 ? 5 : 4
  const stones = Array.from({ length: count }, (_, index) => {
    const width = 15 - index * (count === 3 ? 4 : 3) - random() * 2.5
    const offset = (random() - 0.5) * (index === 0 ? 1 : 4)
    return {
      cx: 12 + offset,
      cy: 19.5 - index * height,
      rx: width / 2,
      ry: height / 2 - 0.25,
      opacity: 1 - index * 0.14,
    }
  })
  return { hue, stones }
}

/** A generator of numbers from 0 to 1, the same for the same text (FNV-1a, then mulberry32). */
export function randomFrom(text: string): () => number {
  let state = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
