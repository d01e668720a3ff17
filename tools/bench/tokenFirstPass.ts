import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { encodeStacksAddress } from '../../src/bitcoin/addresses.ts'
import { contractOf } from '../../src/demo/demoContract.ts'
import { laterToken } from '../../src/demo/demoTokens.ts'
import { coinbaseOf, deploymentOf } from '../../src/demo/encodeStacksTransaction.ts'
import { serveOnLoopback } from '../../src/demo/serveOnLoopback.ts'
import { SimulatedStacksNode } from '../../src/demo/simulatedStacksNode.ts'
import { blockAfter } from '../../src/demo/stacksBlocks.ts'
import { candidateOf, readCandidates } from '../../src/tokenFollower/candidates.ts'
import type { BenchDatabase } from './benchDatabase.ts'
import { residentMegabytes } from './processUsage.ts'
import { startService } from './startCairn.ts'
import { median, quantile, report, rounded } from './statistics.ts'
import { readJson, timeRequest } from './timeRequest.ts'

const MAINNET_ADDRESS = 22
/** The newest block of the candidates. */
const FIRST_HEIGHT = 4_620_776
const POLL_MS = 50
const READ_EVERY_MS = 250
/** Once the follower has nothing else to do. */
const QUIET_READS = 100
const DEPLOYMENTS = 5

/**
 * Measures the first pass over all candidates, the answers to readers meanwhile and afterwards, and the time from a
 * deployment to its page. `rate`: calls of the node a second.
 */
export async function reportTokenFirstPass(
  createDatabase: () => Promise<BenchDatabase>,
  rate: number,
) {
  const database = await createDatabase()
  const node = nodeOfCandidates()
  const { url, stop } = await serveOnLoopback(node.routes().fetch)
  const settings = { ...database.settings, STACKS_NODE_URL: url, STACKS_RATE: String(rate) }
  const began = performance.now()
  const service = await startService(settings)
  const name = `${database.engine}: first pass of the tokens at ${rate} calls a second`
  const during = await readUntil(service.origin, () => isRead(service.origin, node))
  const minutes = rounded((performance.now() - began) / 60_000)
  report(name, minutes, { unit: 'min', most: 15, detail: `${node.requests.length} calls` })
  report(`${name}, memory`, residentMegabytes(service.pid), { unit: 'MB' })
  let left = QUIET_READS
  reportReaders(name, during, await readUntil(service.origin, async () => left-- === 0))
  await reportDeployments(database.engine, service.origin, node)
  await service.stop()
  await stop()
  await database.stop()
}

/** Each candidate is a token whose metadata is in its contract. */
function nodeOfCandidates(): SimulatedStacksNode {
  const node = new SimulatedStacksNode()
  for (const [index, line] of readCandidates().entries()) {
    node.contracts.set(candidateOf(line).principal, contractOf(laterToken(index)))
  }
  node.blocks.push(blockAfter(undefined, { height: FIRST_HEIGHT }))
  node.height = FIRST_HEIGHT
  return node
}

/** Whether every candidate is a token with its document, and its deployment was looked for. */
async function isRead(origin: string, node: SimulatedStacksNode): Promise<boolean> {
  const { documents } = (await readJson(`${origin}/explorer/v1/about`)).tokens
  const total = node.contracts.size
  const looked = node.requests.filter((path) => path.includes('/contracts/source/')).length
  return documents?.read >= total && looked >= total
}

/** How long readers wait, in milliseconds, who read one page after the other until it is time to stop. */
async function readUntil(origin: string, isOver: () => Promise<boolean>): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; !(await isOver()); index++) {
    times.push(await timeRequest(origin + (PAGES[index % PAGES.length] ?? '/')))
    await setTimeout(READ_EVERY_MS)
  }
  return times
}

const SBTC = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token'
const PAGES = [
  '/tokens',
  '/metadata/v1/ft?limit=60',
  '/runes',
  `/token/${SBTC}`,
  `/metadata/v1/ft/${SBTC}`,
  '/explorer/v1/search?q=lantern',
]

function reportReaders(name: string, during: number[], after: number[]): void {
  for (const [kind, share] of [
    ['median', 0.5],
    ['slowest tenth', 0.9],
  ] as const) {
    report(`${name}, readers beside it, ${kind}`, rounded(quantile(during, share)), {
      unit: 'ms',
      detail: `afterwards ${rounded(quantile(after, share))} ms`,
    })
  }
}

async function reportDeployments(engine: string, origin: string, node: SimulatedStacksNode) {
  const times: number[] = []
  for (let index = 0; index < DEPLOYMENTS; index++) {
    // Not always at the same moment of the follower's round.
    await setTimeout(1000 + index * 400)
    const began = performance.now()
    const principal = deploy(node, index)
    while ((await fetch(`${origin}/token/${principal}`)).status !== 200) await setTimeout(POLL_MS)
    times.push(performance.now() - began)
  }
  report(`${engine}: from a deployment to its page, median`, Math.round(median(times)), {
    unit: 'ms',
    most: 5000,
    detail: `slowest ${Math.round(Math.max(...times))} ms`,
  })
}

function deploy(node: SimulatedStacksNode, index: number): string {
  const token = laterToken(index)
  const name = `bench-${index}`
  const deployer = createHash('sha256').update(name).digest().subarray(0, 20)
  const transaction = Buffer.from(deploymentOf({ deployer, name }, '(+ 1 1)'))
  // The version of transactions of mainnet.
  transaction[0] = 0
  const parent = node.blocks.at(-1)
  const transactions = [coinbaseOf(index), transaction]
  const principal = `${encodeStacksAddress(MAINNET_ADDRESS, deployer)}.${name}`
  node.contracts.set(principal, contractOf(token))
  node.blocks.push(blockAfter(parent, { transactions }))
  node.height += 1
  return principal
}
