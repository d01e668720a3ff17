import { expect, vi } from 'vitest'
import { readMeta } from '../../../src/database/meta.ts'
import type { DocumentOptions } from '../../../src/tokenFollower/documentReader.ts'
import type { TokenFollowLimits } from '../../../src/tokenFollower/follow.ts'
import { SBTC } from '../bundledIds.ts'
import { startFollowingTokens } from '../stacks/followTokens.ts'
import { nodeWith, type TestStacksNode } from '../stacks/simulatedStacksNode.ts'
import { getJson } from '../startService.ts'
import { databaseWith } from './databases.ts'
import { startHosts } from './startHosts.ts'
import { startTokens } from './startTokens.ts'

/** A document in an older form of the standard. */
export const DOCUMENT = {
  sip: 10,
  name: 'Bitcoin on Stacks',
  description: 'A description',
  image_url: 'https://images.example/1.png',
  attributes: [{ trait_type: 'Backing', value: 1.5 }, 'plain', { trait_type: 'Zero', value: 0 }],
  properties: { decimals: 8, big: '12345678901234567890' },
}

type Options = {
  respond: Parameters<typeof startHosts>[0]
  /** Of tokens; those that begin with `/` are paths of the host. PORT is its port, FORBIDDEN the one never to ask. */
  uris: Record<string, string>
  documents?: Partial<DocumentOptions>
  limits?: Partial<TokenFollowLimits>
}

/** A follower of tokens whose documents are on a host of the test. */
export async function followDocuments({ respond, uris, documents, limits }: Options) {
  const hosts = await startHosts(respond)
  const { store } = await databaseWith()
  const principals = Object.keys(uris)
  const node = nodeWith(principals)
  const point = (principal: string, uri: string) => {
    const url = (uri.startsWith('/') ? hosts.url(uri) : uri)
      .replace('PORT', String(hosts.open.port))
      .replace('FORBIDDEN', String(hosts.forbidden.port))
    pointTo(node, principal, url)
  }
  for (const [principal, uri] of Object.entries(uris)) point(principal, uri)
  const url = await node.serve()
  const gateways = [hosts.url('/first'), hosts.url('/second')]
  const documentLimits = {
    host: { intervalMs: 0, concurrent: 10 },
    timeoutMs: 30_000,
    pollMs: 5,
  }
  const follow = () =>
    startFollowingTokens({
      store,
      url,
      candidates: principals,
      documents: {
        requests: 'fetch',
        gateways: { ipfs: gateways, arweave: gateways },
        network: hosts.network,
        limits: documentLimits,
        ...documents,
      },
      ...(limits && { limits }),
    })
  const following = follow()
  await following.untilRead()
  const origin = await startTokens(store)
  const token = async (principal = SBTC, query = '') =>
    (await getJson(`${origin}/metadata/v1/ft/${principal}${query}`)).body
  const details = async (principal = SBTC) =>
    (await getJson(`${origin}/explorer/v1/tokens/${principal}`)).body
  return {
    store,
    node,
    hosts,
    following,
    follow,
    origin,
    token,
    details,
    point,
    writes: async () => Number((await readMeta(store, 'tokens'))?.get('writes')),
    untilState: (state: string, principal = SBTC) =>
      eventually(async () => expect((await details(principal)).document?.state).toBe(state)),
    readAgain: () => store.query("UPDATE token_documents SET due_at = 0 WHERE locale = ''"),
    readFactsAgain: async () => {
      await store.query("UPDATE token_tasks SET due_at = 0 WHERE kind = 'facts'")
      await following.untilRead()
    },
  }
}

/** The time in so many seconds. */
export function inSeconds(seconds = 0): unknown {
  return expect.closeTo(Date.now() / 1000 + seconds, -2)
}

/** Waits until what is expected is so. */
export function eventually(expectation: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(expectation, { timeout: 30_000, interval: 20 })
}

/** Makes a contract name a document: `(ok (some u"…"))`. */
export function pointTo(node: TestStacksNode, principal: string, uri: string): void {
  const bytes = Buffer.from(uri)
  const hex = `0x070a0e${bytes.length.toString(16).padStart(8, '0')}${bytes.toString('hex')}`
  Object.assign(node.contracts.get(principal)?.answers ?? {}, { token_uri: { hex } })
}
