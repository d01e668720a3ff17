import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RuneFollowerThreadEvent } from '../../src/following/followerEvents.ts'
import { watchFollower } from '../../src/following/watchFollower.ts'
import { startFollower } from '../../src/indexer/startFollower.ts'

/** Follows with real threads that run `script`, in place of the built one, until `count` of them have died. */
async function untilDied(script: string, count: number) {
  const workersFolder = mkdtempSync(join(tmpdir(), 'cairn-workers-'))
  onTestFinished(() => rmSync(workersFolder, { recursive: true }))
  writeFileSync(join(workersFolder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(workersFolder, 'followWorker.js'), IMPORTS + script)
  const events: RuneFollowerThreadEvent[] = []
  const watch = watchFollower()
  const health: unknown[] = []
  await new Promise<void>((resolve) => {
    const settings = { database: 'file:', node: { url: '' }, workersFolder }
    const follower = startFollower({ ...settings, memoryMegabytes: 16 }, (event) => {
      events.push(event)
      watch.note(event)
      if (event.kind !== 'died') return
      health.push(watch.read()?.status)
      if (health.length === count) resolve()
    })
    onTestFinished(follower.stop)
  })
  const deaths = events.flatMap((event) => (event.kind === 'died' ? [event.sentence] : []))
  return { deaths, health, events }
}

const IMPORTS = `import { parentPort, workerData } from 'node:worker_threads'
  const tell = (event) => parentPort.postMessage(event)
`

/** Small objects: V8 of Node 24 and 26 lets arrays of numbers grow past the limit of a thread. */
const FILL_MEMORY = 'const kept = []; for (;;) kept.push({})'

test('a thread that runs out of memory is started again, and the block that kills it twice is named', async () => {
  const { deaths, health } = await untilDied(
    `tell({ kind: 'block', height: 61 }); setTimeout(() => { ${FILL_MEMORY} }, 50)`,
    3,
  )
  expect(deaths).toEqual([
    'The follower of the Bitcoin node has failed at block 61: it ran out of memory. It tries again in 1 s.',
    'The follower of the Bitcoin node has failed again at block 61: it ran out of memory. It tries again in 2 s. Give it more with FOLLOWER_MEMORY_MB.',
    'The follower of the Bitcoin node has failed again at block 61: it ran out of memory. It tries again in 4 s. Give it more with FOLLOWER_MEMORY_MB.',
  ])
  const heartbeat = expect.any(Number)
  const dies = { state: 'waiting', reason: 'dies-at-block', block_height: 61, heartbeat }
  expect(health).toEqual([
    { state: 'waiting', reason: 'out-of-memory', block_height: 61, heartbeat },
    dies,
    dies,
  ])
})

test('the pauses grow to five minutes, and are short again once blocks were written', async () => {
  const { deaths } = await untilDied(
    `const pauseMs = workerData.death?.pauseMs ?? 0
     tell({ kind: 'block', height: pauseMs === 300_000 ? 62 : 61 })
     throw new Error('a simulated bug')`,
    11,
  )
  expect(deaths.map((sentence) => Number(/in (\d+) s/.exec(sentence)?.[1]))).toEqual([
    1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 1,
  ])
  expect(deaths.at(-1)).toBe(
    'The follower of the Bitcoin node has failed at block 62: a simulated bug. It tries again in 1 s.',
  )
})
