import pLimit from 'p-limit'
import { expect } from 'vitest'
import type { snapshotLines } from './snapshot.ts'
import { getJson } from './startService.ts'

/** Expects each of these tokens of the snapshot from the service at `origin`, as the snapshot holds it. */
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
