import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSteadyClient } from '../support/createSteadyClient.ts'
import { startCairn } from '../support/startCairn.ts'
import { startHostileClients } from '../support/startHostileClients.ts'

const PATHS = ['/health/live', '/block/840002', '/runes/v1/blocks/840002/activity']
const LARGE_RESPONSES = Array.from(
  { length: 6 },
  (_, index) => `/runes/v1/blocks/840002/activity?limit=1000&offset=${100 * index}`,
)

// Only Linux routes all of 127.0.0.0/8 to loopback, from which the hostile clients come.
test.skipIf(process.platform !== 'linux')(
  'on SIGTERM a service under hostile load completes the responses that have started and exits',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-shutdown-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const cairn = await startCairn({ DATA_DIR: folder })
    onTestFinished(() => {
      cairn.child.kill('SIGKILL')
    })

    const client = createSteadyClient(cairn.origin)
    const hostile = startHostileClients(cairn.origin)
    onTestFinished(hostile.stop)
    await client.readSteadily(PATHS, 5)
    const pending = await Promise.all(LARGE_RESPONSES.map((path) => client.begin(path)))
    const others = createSteadyClient(cairn.origin).readSteadily(PATHS, 5)

    const signalled = performance.now()
    const exit = once(cairn.child, 'exit', { signal: AbortSignal.timeout(60_000) })
    cairn.child.kill('SIGTERM')
    const bodies = await Promise.allSettled(pending.map((response) => response.toArray()))
    const [code] = await exit
    const milliseconds = Math.round(performance.now() - signalled)
    hostile.stop()
    const cut = (await others).filter(
      ({ failure, hasStarted }) => hasStarted && failure !== undefined,
    )

    console.log(`ended ${milliseconds} ms after SIGTERM with exit code ${code}`)
    expect(bodies.map(({ status }) => status)).toEqual(LARGE_RESPONSES.map(() => 'fulfilled'))
    expect(cut).toEqual([])
    expect(code).toBe(0)
    expect(milliseconds).toBeLessThan(12_000)
  },
  180_000,
)
