import { expect, test } from 'vitest'
import { SBTC, WELSH } from '../support/bundledIds.ts'
import { mine, setSupply } from '../support/stacks/followChain.ts'
import { deploymentOf } from '../support/stacks/stacksTransactions.ts'
import { vmAnswers } from '../support/stacks/vmAnswers.ts'
import { DOCUMENT, eventually, followDocuments } from '../support/tokens/followDocuments.ts'

const OTHER = vmAnswers().find(
  ({ is_sip010, principal }) => is_sip010 && principal !== SBTC && principal !== WELSH,
)

/** A follower that reads the documents of two tokens again, from a host that answers one after the other when told to. */
async function followSlowHost() {
  let document: object = DOCUMENT
  let isSlow = false
  const responses: (() => void)[] = []
  const follower = await followDocuments({
    respond: (_, response) => {
      const respond = () => response.end(JSON.stringify(document))
      if (isSlow) responses.push(respond)
      else respond()
    },
    uris: { [SBTC]: '/a', [WELSH]: '/b' },
    documents: { limits: { host: { intervalMs: 0, concurrent: 1 }, pollMs: 5 } },
    limits: { writes: { behindMs: 600_000, currentMs: 5 } },
  })
  const { node, store } = follower
  for (const principal of [SBTC, WELSH]) await follower.untilState('read', principal)
  isSlow = true
  document = { name: 'New' }
  await follower.readAgain()
  await eventually(() => expect(responses).toHaveLength(1))
  return {
    ...follower,
    respond: () => responses[0]?.(),
    /** Makes the supplies due, and resolves when the node has told both. */
    readSupplies: async () => {
      node.requests.length = 0
      await store.query("UPDATE token_tasks SET due_at = 0 WHERE kind = 'supply'")
      const asked = () => node.requests.filter((path) => path.endsWith('get-total-supply'))
      await eventually(() => expect(asked()).toHaveLength(2))
    },
  }
}

test('facts and documents that are read in one interval are written together', async () => {
  const follower = await followSlowHost()
  const principals = [SBTC, WELSH]
  for (const principal of principals) setSupply(follower.node, principal, 7)
  const before = await follower.writes()
  // A document waits for its host: more is due.
  await follower.readSupplies()
  expect(await follower.writes()).toBe(before)
  follower.respond()
  await eventually(async () => {
    const tokens = await Promise.all(principals.map((principal) => follower.token(principal)))
    expect(tokens.map((token) => token.total_supply)).toEqual(['7', '7'])
    expect(tokens.map((token) => token.metadata.name)).toContain('New')
  })
  expect(await follower.writes()).toBe(before + 1)
})

test('a contract that is deployed again before what was read of it is written, is read again', async () => {
  const follower = await followSlowHost()
  const { node, store } = follower
  if (OTHER === undefined) throw new Error('there are more tokens')
  const asked = () =>
    node.requests.filter((path) => path.endsWith(`interface/${OTHER.principal.replace('.', '/')}`))
  mine(node, [deploymentOf(OTHER.principal)])
  await eventually(() => expect(asked()).toHaveLength(1))
  node.add(OTHER)
  mine(node, [deploymentOf(OTHER.principal)])
  await eventually(() => expect(asked()).toHaveLength(2))
  follower.respond()
  await eventually(async () =>
    expect(
      await store.query('SELECT principal FROM tokens WHERE principal = $1', [OTHER.principal]),
    ).toHaveLength(1),
  )
})
