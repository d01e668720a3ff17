import { onTestFinished } from 'vitest'
import type { Store } from '../../../src/database/database.ts'
import type { TokenFollowerEvent } from '../../../src/following/followerEvents.ts'
import { openStacksNode, type StacksNode } from '../../../src/stacks/node.ts'
import type { DocumentOptions } from '../../../src/tokenFollower/documentReader.ts'
import { followTokens, type TokenFollowLimits } from '../../../src/tokenFollower/follow.ts'

/** Tests do not wait for pauses. */
const SHORT_PAUSES = { pollMs: 25, retryMs: 5, writes: { behindMs: 10_000, currentMs: 5 } }

type Options = {
  store: Store
  /** The address of the node. */
  url: string
  /** In place of those that Cairn brings. */
  candidates?: string[]
  rate?: number
  limits?: Partial<TokenFollowLimits>
  /** Without them, no document is fetched. */
  documents?: Partial<DocumentOptions>
  /** How long each call seems to take. */
  secondsOf?: (name: string) => number
  /** Called with each event as it happens. */
  onEvent?: (event: TokenFollowerEvent) => void
}

/** Starts a follower of tokens, which stops at the end of the test. */
export function startFollowingTokens(options: Options) {
  const { store, url, candidates = [], rate = 1e6, limits, secondsOf, onEvent, documents } = options
  const controller = new AbortController()
  const events: TokenFollowerEvent[] = []
  let check = () => {}
  const ended = followTokens({
    node: timedBy(openStacksNode({ url, rate }), secondsOf),
    store,
    candidates,
    documents: { requests: 'none', gateways: { ipfs: [], arweave: [] }, ...documents },
    signal: controller.signal,
    report: (event) => {
      onEvent?.(event)
      events.push(event)
      check()
    },
    limits: { ...SHORT_PAUSES, ...limits },
  })
  ended.catch(() => {})
  const stop = async () => {
    controller.abort()
    await ended.catch(() => {})
  }
  onTestFinished(stop)

  /** Resolves when an event is as wanted that came after the call before. */
  let seen = 0
  function until(isWanted: (event: TokenFollowerEvent) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      check = () => {
        const index = events.findIndex((event, at) => at >= seen && isWanted(event))
        if (index === -1) return
        seen = index + 1
        resolve()
      }
      ended.then(() => reject(new Error('The follower has stopped.')), reject)
      check()
    })
  }

  return {
    events,
    until,
    /** Resolves when it has read all that is due. */
    untilRead: () => until((event) => event.kind === 'contracts' && event.due === 0),
    ended,
    stop,
  }
}

function timedBy(node: StacksNode, secondsOf: Options['secondsOf']): StacksNode {
  if (secondsOf === undefined) return node
  return {
    ...node,
    callReadOnly: async (principal, name, tip) => {
      const result = await node.callReadOnly(principal, name, tip)
      return { ...result, seconds: secondsOf(name) }
    },
  }
}
