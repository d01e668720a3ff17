import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createSteadyClient, type Outcome } from '../support/createSteadyClient.ts'
import { type Cairn, startCairn } from '../support/startCairn.ts'
import { startHostileClients } from '../support/startHostileClients.ts'

const LOAD_SECONDS = 30
const RECOVERY = { timeout: 60_000, interval: 500 }
const PATHS = [
  '/health/live',
  '/metadata/v1/ft/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin',
  '/block/840002',
  '/runes/v1/blocks/840002/activity',
]
// Only Linux lists the handles of another process and routes all of 127.0.0.0/8 to loopback.
describe.skipIf(process.platform !== 'linux')('a service under hostile load', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-hostile-'))
  let cairn: Cairn
  let paths: string[]

  beforeAll(async () => {
    cairn = await startCairn({ DATA_DIR: folder })
    paths = [...PATHS, await findAsset(cairn.origin)]
    return async () => {
      if (cairn.child.exitCode === null) {
        cairn.child.kill('SIGKILL')
        await once(cairn.child, 'exit')
      }
      rmSync(folder, { recursive: true })
    }
  }, 120_000)

  test('serves a well-behaved client, and releases memory and handles afterwards', async () => {
    const client = createSteadyClient(cairn.origin)
    for (const path of paths) await client.read(path)
    client.close()
    const before = usageOf(cairn)

    const hostile = startHostileClients(cairn.origin)
    onTestFinished(hostile.stop)
    const samples: Usage[] = []
    const timer = setInterval(() => samples.push(usageOf(cairn)), 500)
    const outcomes = await client.readSteadily(paths, LOAD_SECONDS)
    clearInterval(timer)
    hostile.stop()
    client.close()
    await expect
      .poll(() => usageOf(cairn).handles, RECOVERY)
      .toBeLessThanOrEqual(before.handles + 5)
      .catch(() => {}) // Asserted below, after the figures are printed.
    const after = usageOf(cairn)

    const [median, p99] = [quantile(outcomes, 0.5), quantile(outcomes, 0.99)]
    const highest = (name: keyof Usage) => Math.max(...samples.map((usage) => usage[name]))
    const failures = outcomes.filter(({ failure }) => failure !== undefined)
    console.log(
      `${outcomes.length} requests of a well-behaved client, ${failures.length} failed\n` +
        `median ${median} ms, p99 ${p99} ms, ${p99 < 1000 ? 'under' : 'NOT under'} one second\n` +
        `memory before, at most, after: ${before.memory}, ${highest('memory')}, ${after.memory} MB\n` +
        `handles before, at most, after: ${before.handles}, ${highest('handles')}, ${after.handles}`,
    )
    expect(failures).toEqual([])
    expect(p99).toBeLessThan(10_000)
    expect(after.handles).toBeLessThanOrEqual(before.handles + 5)
    expect(after.memory).toBeLessThan(before.memory + 200)
  }, 300_000)
})

async function findAsset(origin: string): Promise<string> {
  const page = await fetch(`${origin}/block/840002`, { headers: { accept: 'text/html' } })
  const found = /\/assets\/[^"]+\.js/.exec(await page.text())?.[0]
  if (found === undefined) throw new Error('the page references no asset')
  return found
}

/** Open handles, and resident memory in MB. */
type Usage = { handles: number; memory: number }

function usageOf({ child }: Cairn): Usage {
  const folder = `/proc/${child.pid}`
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(join(folder, 'status'), 'utf8'))?.[1]
  return {
    handles: readdirSync(join(folder, 'fd')).length,
    memory: Math.round(Number(kilobytes) / 1000),
  }
}

/** The duration in milliseconds that `share` (0 to 1) of the requests did not exceed. */
function quantile(outcomes: Outcome[], share: number): number {
  const sorted = outcomes.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
}
