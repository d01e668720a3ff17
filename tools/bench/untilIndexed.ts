import { setTimeout } from 'node:timers/promises'
import { readJson } from './timeRequest.ts'

/** Waits until the service shows the block at a height. */
export async function untilIndexed(origin: string, height: number): Promise<void> {
  for (;;) {
    const { results } = await readJson(`${origin}/explorer/v1/blocks?limit=1`)
    if (results[0].block_height >= height) return
    await setTimeout(100)
  }
}
