import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as v from 'valibot'
import type { EndpointName } from '../../contract/client.ts'
import { EVENTS_PATH } from '../../contract/endpoints.ts'
import { tryParse } from '../../contract/json.ts'
import { type About, NewTip, NewTokens, Ping, type Tip } from '../../contract/schemas/chain.ts'
import type { Follower } from '../../contract/schemas/follower.ts'
import { useAppContext } from '../appContext.ts'
import { aboutQuery } from '../query.ts'
import { createStore } from '../ui/createStore.ts'
import { toast } from '../ui/toast.tsx'
import { followEvents, type ServiceEvent } from './eventStream.ts'

type Live = {
  tip: Tip | undefined
  /** What the service last told of the follower; undefined: what the page was rendered with. */
  ping: Ping | undefined
  /** A counter of the writes to the tokens, as the service last told it. */
  tokenWrites: number | undefined
  /** `silent`: the service has sent nothing for a minute, so the page polls. */
  state: 'connecting' | 'live' | 'silent'
  /** How often blocks were replaced since the page was opened. */
  reorganisations: number
  /** The newest block that was replaced in the last minutes. */
  replaced: Tip | undefined
}

const NOTHING_YET: Live = {
  tip: undefined,
  ping: undefined,
  tokenWrites: undefined,
  state: 'connecting',
  reorganisations: 0,
  replaced: undefined,
}

const live = createStore(NOTHING_YET)
export const useLive = live.use

function setLive(changes: Partial<Live>): void {
  live.set({ ...live.get(), ...changes })
}

/** The service sends something every 15 seconds. */
const MAX_SILENCE_MS = 60_000
const POLL_MS = 15_000

/** Follows the newest block while the page is visible: by events, or by polling if there are none. */
export function useFollowTip(): void {
  const { baseUrl } = useAppContext()
  const queryClient = useQueryClient()
  useEffect(() => {
    let close: (() => void) | undefined
    function onVisibility() {
      if (document.visibilityState === 'visible') close ??= connect(baseUrl, queryClient)
      else {
        close?.()
        close = undefined
      }
    }
    onVisibility()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      close?.()
      live.set(NOTHING_YET)
    }
  }, [baseUrl, queryClient])
}

function connect(baseUrl: string, queryClient: QueryClient): () => void {
  let heardAt = performance.now()
  const close = followEvents(
    { url: baseUrl + EVENTS_PATH, types: ['ping', 'tip', 'tokens'] },
    onEvent,
  )
  // The page may be older than the first event.
  setLive({ tip: live.get().tip ?? renderedTip() })

  function renderedTip(): Tip | undefined {
    return queryClient.getQueryData(aboutQuery.queryKey)?.value.tip
  }

  function onEvent({ type, data }: ServiceEvent): void {
    heardAt = performance.now()
    if (live.get().state !== 'live') setLive({ state: 'live' })
    const tip = type === 'tip' ? v.safeParse(NewTip, tryParse(data)) : undefined
    if (tip?.success) onTip(tip.output, live.get().tip ?? renderedTip(), queryClient)
    const ping = type === 'ping' ? v.safeParse(Ping, tryParse(data)) : undefined
    if (ping?.success) onPing(ping.output, queryClient)
    const tokens = type === 'tokens' ? v.safeParse(NewTokens, tryParse(data)) : undefined
    if (tokens?.success) onTokens(tokens.output.writes, queryClient)
  }

  async function poll(): Promise<void> {
    if (performance.now() - heardAt < MAX_SILENCE_MS) return
    if (live.get().state !== 'silent') setLive({ state: 'silent' })
    const about = await queryClient.fetchQuery({ ...aboutQuery, staleTime: 0 })
    setLive({ ping: pingOf(about.value) })
    if (about.value.tip !== undefined) onTip(about.value.tip, live.get().tip, queryClient)
  }

  // A failed poll is followed by the next one.
  const timer = setInterval(() => void poll().catch(() => {}), POLL_MS)
  return () => {
    close()
    clearInterval(timer)
  }
}

/** The page about the index shows more of it than the pill. */
function onPing(ping: Ping, queryClient: QueryClient): void {
  const about = queryClient.getQueryData(aboutQuery.queryKey)?.value
  const shown = live.get().ping ?? (about && pingOf(about))
  setLive({ ping })
  if (shown === undefined || isSameState(ping, shown)) return
  void queryClient.invalidateQueries({ queryKey: aboutQuery.queryKey })
}

/** Pages of tokens ask again; others do when they show tokens next. */
function onTokens(writes: number, queryClient: QueryClient): void {
  const before = live.get().tokenWrites
  setLive({ tokenWrites: writes })
  // The page was rendered a moment ago.
  if (before === undefined || before === writes) return
  void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isOfTokenPage === true })
  void queryClient.invalidateQueries({ queryKey: aboutQuery.queryKey, refetchType: 'none' })
}

/** The `meta` of what pages of tokens show. */
export const OF_TOKEN_PAGE = { isOfTokenPage: true }

/** What a ping would say of it. */
export function pingOf({ is_live, follower, tokens }: About): Ping {
  return { is_live, follower, token_follower: tokens.follower }
}

function isSameState(one: Ping, other: Ping): boolean {
  return (
    one.is_live === other.is_live &&
    isSameFollower(one.follower, other.follower) &&
    isSameFollower(one.token_follower, other.token_follower)
  )
}

function isSameFollower(one: Follower | undefined, other: Follower | undefined): boolean {
  return one?.state === other?.state && one?.reason === other?.reason
}

/** After a block, the page asks again for what it shows. `previous`: the tip that it was rendered with. */
function onTip(
  tip: v.InferOutput<typeof NewTip>,
  previous: Tip | undefined,
  queryClient: QueryClient,
): void {
  setLive({ tip })
  if (previous?.block_hash === tip.block_hash) return
  // What a page will show next may have become readable too.
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ state }) => state.status === 'error',
  })
  const isReorganisation = previous !== undefined && hasReplaced(tip, previous)
  if (isReorganisation) {
    toast('Blocks were replaced')
    setLive({ reorganisations: live.get().reorganisations + 1, replaced: previous })
    setTimeout(() => forgetReplaced(previous), REPLACED_MS)
  }
  void queryClient.invalidateQueries({
    // What failed may have become readable.
    predicate: ({ queryKey, meta, state }) =>
      state.status === 'error' ||
      (previous !== undefined && !(isMoving(queryKey) && meta?.isLatest !== true)),
  })
}

const REPLACED_MS = 10 * 60_000

function forgetReplaced(block: Tip): void {
  if (live.get().replaced === block) setLive({ replaced: undefined })
}

/** Whether the newest block is no descendant of the one before, as far as its own words tell. */
function hasReplaced(tip: v.InferOutput<typeof NewTip>, previous: Tip): boolean {
  const distance = tip.block_height - previous.block_height
  return (
    distance < 1 ||
    (distance === 1 && tip.parent_hash !== undefined && tip.parent_hash !== previous.block_hash)
  )
}

/** Lists whose rows would move under the reader's eyes. The page says instead what has changed. */
const MOVING_LISTS: readonly EndpointName[] = [
  'blocks',
  'runeMovements',
  'etchingActivity',
  'addressMovements',
  'burns',
  'cenotaphs',
]

function isMoving([name]: readonly unknown[]): boolean {
  return MOVING_LISTS.some((list) => list === name)
}

/** The `meta` of lists that show what is newest, whatever it is. */
export const LATEST = { isLatest: true }
