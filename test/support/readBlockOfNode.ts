// Reads a block as the follower does, in a process of its own, and prints what commits to its names.
import { openNode } from '../../src/bitcoin/node.ts'
import { createNodeReader } from '../../src/indexer/nodeReader.ts'
import { peakMegabytes as readPeak } from '../../tools/bench/processUsage.ts'

const [, , url = '', height = ''] = process.argv
const block = await createNodeReader(openNode({ url })).readBlock(Number(height))
const commitments = [...(block?.commitments.values() ?? [])].map(({ height }) => height)
const { user, system } = process.cpuUsage()
// On Linux, `maxRSS` begins with what the process had that started this one.
const peakMegabytes = readPeak(process.pid) || process.resourceUsage().maxRSS / 1024
console.log(JSON.stringify({ commitments, cpuSeconds: (user + system) / 1e6, peakMegabytes }))
