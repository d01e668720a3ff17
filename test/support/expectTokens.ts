import pLimit from 'p-limit'
import { expect } from 'vitest'
import type { snapshotLines } from './snapshot.ts'
import { getJson } from './startService.ts'

/** Expects the service at `origin` to return these tokens as they are in the snapshot. */
export async function expectTokens(
  origin: string,
  tokens: ReturnType<typeof snapshotLines>,
): Promise<void> {
  await pLimit(8).map(tokens, async ({ principal, token }) => {
    const { status, body } = await getJson(origin, `/metadata/v1/ft/${principal}`)
    expect(status).toBe(200)
    expect(body).toEqual(token)
  })
}
