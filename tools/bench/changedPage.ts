import type { BenchDatabase } from './benchDatabase.ts'
import type { ChainNode } from './chain/startChainNode.ts'
import type { Sizes } from './sizes.ts'
import { startService } from './startCairn.ts'
import { median, report } from './statistics.ts'
import { untilIndexed } from './untilIndexed.ts'

type Delays = { event: number; json: number; html: number }

const MOST_MS = 1000

/** Measures how long it takes from a block of the node to the event, and to the JSON and HTML that show it. */
export async function reportChangedPage(
  { engine, settings }: BenchDatabase,
  node: ChainNode,
  { changes }: Sizes,
): Promise<void> {
  const service = await startService({ ...settings, BITCOIN_RPC_URL: node.url })
  await node.prepare(changes + 1)
  const events = await openEvents(service.origin)
  // The first block reads what the follower needs of the index.
  await untilIndexed(service.origin, (await node.mine(1)).height)
  const delays: Delays[] = []
  for (let change = 0; change < changes; change++) {
    delays.push(await measure(service.origin, node, events))
  }
  await events.close()
  await service.stop()
  for (const kind of ['event', 'json', 'html'] as const) {
    const times = delays.map((delay) => delay[kind])
    const detail = `of ${times.length} blocks; at most ${Math.round(Math.max(...times))} ms`
    report(
      `${engine}: from the node's block to the ${NAMES[kind]}, median`,
      Math.round(median(times)),
      {
        unit: 'ms',
        most: MOST_MS,
        detail,
      },
    )
  }
}

const NAMES = { event: 'event', json: 'changed JSON', html: 'changed page' } as const

async function measure(origin: string, node: ChainNode, events: Events): Promise<Delays> {
  const { height, hash, at } = await node.mine(1)
  const now = () => performance.timeOrigin + performance.now() - at
  await events.until(hash)
  const event = now()
  await expectText(`${origin}/explorer/v1/blocks?limit=1`, `"block_height":${height}`)
  const json = now()
  await expectText(`${origin}/block/${height}`, hash)
  return { event, json, html: now() }
}

async function expectText(url: string, text: string): Promise<void> {
  const body = await (await fetch(url, { headers: { accept: 'text/html,*/*' } })).text()
  if (!body.includes(text)) throw new Error(`${url} does not have ${text} after the event`)
}

type Events = { until: (hash: string) => Promise<void>; close: () => Promise<void> }

/** Listens to the events of the service, as a page does. */
async function openEvents(origin: string): Promise<Events> {
  const { body } = await fetch(`${origin}/explorer/v1/events`)
  if (body === null) throw new Error('The service sends no events.')
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  return {
    async until(hash) {
      for (let text = ''; !text.includes(hash); ) {
        const { value, done } = await reader.read()
        if (done) throw new Error('The events have ended.')
        text += value
      }
    },
    close: () => reader.cancel(),
  }
}
