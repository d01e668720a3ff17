// Follows the tokens of a node until it is killed: node --import tsx followInProcess.ts OPTIONS, which are JSON.
import { openStore } from '../../../src/database/openStore.ts'
import { openStacksNode } from '../../../src/stacks/node.ts'
import type { Network } from '../../../src/tokenFollower/fetchUntrusted.ts'
import { followTokens } from '../../../src/tokenFollower/follow.ts'

export type FollowingProcess = { file: string; url: string; candidates: string[]; network: Network }

const options: FollowingProcess = JSON.parse(process.argv[2] ?? '')
await followTokens({
  node: openStacksNode({ url: options.url, rate: 2000 }),
  store: openStore(`file:${options.file}`, 'follower'),
  candidates: options.candidates,
  documents: {
    requests: 'fetch',
    gateways: { ipfs: [], arweave: [] },
    network: options.network,
    limits: { host: { intervalMs: 1, concurrent: 2 }, pollMs: 10 },
  },
  signal: new AbortController().signal,
  report: ({ kind }) => console.log(kind),
  limits: { pollMs: 10, retryMs: 5, writes: { behindMs: 30, currentMs: 10 } },
})
