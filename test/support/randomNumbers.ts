/** A seeded generator of numbers from 0 to 1 (linear congruential). */
export function randomNumbers(seed: number): () => number {
  let state = (seed * 2654435761 + 1) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
