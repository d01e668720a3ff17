import { describe, expect, test } from 'vitest'
import { txidOf } from '../../src/demo/encodeTransaction.ts'
import type { ServeOptions } from '../../src/demo/serveRpc.ts'
import { createLogger } from '../../src/service/observability/logger.ts'
import { ETCHING, followRune } from '../support/followRune.ts'
import { getJson, startService } from '../support/startService.ts'

function createLog() {
  const lines: string[] = []
  return { logger: createLogger('warn', { write: (line) => lines.push(line) }), lines }
}

describe('a node that does not answer', () => {
  const WORDS = 'the Bitcoin node does not answer right now'

  test.each([
    ['hangs', 50, () => new Promise<Response>(() => {})],
    ['refuses the password', undefined, () => new Response(null, { status: 401 })],
    ['is busy', undefined, () => new Response(null, { status: 503 })],
  ])(
    '%s: readers get words, the log its sentence, the node one request',
    async (_, timeoutMs, respond) => {
      let calls = 0
      let isAway = false
      const intercept: ServeOptions['intercept'] = ({ method }, usual) => {
        if (!isAway || !['getrawmempool', 'getrawtransaction'].includes(method)) return usual()
        calls++
        return respond()
      }
      const { data, rune } = await followRune({ serving: { intercept }, nodeTimeoutMs: timeoutMs })
      const { logger, lines } = createLog()
      let now = 0
      const origin = await startService({ data, logger, monotonicMs: () => now })
      isAway = true
      const txId = txidOf(ETCHING)
      const paths = [`runes/${rune}/pending`, `decode/${txId}`, `transactions/${txId}/fee`]
      for (const path of paths) {
        for (let reader = 0; reader < 3; reader++) {
          const { status, body, headers } = await getJson(`${origin}/explorer/v1/${path}`)
          expect([status, headers.get('Retry-After')]).toEqual([503, '5'])
          expect(body.message).toContain(WORDS)
          expect(body.message).not.toMatch(/127\.0\.0\.1|password|rpc|\d/i)
        }
      }
      expect(calls).toBe(3)
      now += 10_000
      await getJson(`${origin}/explorer/v1/${paths[0]}`)
      expect(calls).toBe(4)
      const sentences = lines.filter((line) => line.includes('The Bitcoin node'))
      expect(sentences, sentences.join('')).toHaveLength(3)
    },
  )

  test('lists are shown again when it does', async () => {
    let isAway = true
    const intercept: ServeOptions['intercept'] = ({ method }, usual) => {
      return isAway && method === 'getrawmempool' ? new Response(null, { status: 503 }) : usual()
    }
    const { data, rune } = await followRune({ serving: { intercept } })
    let now = 0
    const origin = await startService({ data, monotonicMs: () => now })
    const path = `${origin}/explorer/v1/runes/${rune}/pending`
    expect((await getJson(path)).status).toBe(503)
    isAway = false
    now += 10_000
    expect((await getJson(path)).status).toBe(200)
  })
})
