/** Numbers from 0 up to 1, the same for the same seed (a linear congruential generator). */
export function randomNumbers(seed: number): () => number {
  let state = (seed * 2654435761 + 1) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
