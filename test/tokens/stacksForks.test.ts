import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { ServedBlock } from '../../src/demo/stacksBlocks.ts'
import { followChain, mine } from '../support/stacks/followChain.ts'
import { TestStacksNode } from '../support/stacks/simulatedStacksNode.ts'
import { callOf, deploymentOf } from '../support/stacks/stacksTransactions.ts'
import { vmAnswers } from '../support/stacks/vmAnswers.ts'

const TOKENS = vmAnswers()
  .filter((contract) => contract.is_sip010)
  .slice(0, 12)
  .map(({ principal }) => principal)
const OTHERS = vmAnswers()
  .filter((contract) => !contract.is_sip010)
  .slice(0, 4)
  .map(({ principal }) => principal)

type Content = { deploys: string[]; calls: string[] }

/** A chain whose contracts are those that its blocks deploy. A supply counts the calls. */
class Chain {
  readonly node = new TestStacksNode()
  contents: Content[] = []

  mine(content: Content, on = this.contents.length): void {
    this.contents = [...this.contents.slice(0, on), content]
    const { deploys, calls } = content
    const transactions = [
      ...deploys.map((one) => deploymentOf(one)),
      ...calls.map((one) => callOf(one)),
    ]
    mine(this.node, transactions, { on: this.node.blocks[on - 1] })
    this.#answer()
  }

  /** Those that can be deployed after a block, and the tokens that can be called. */
  choices(on: number) {
    const deployed = new Set(this.contents.slice(0, on).flatMap(({ deploys }) => deploys))
    return {
      missing: [...TOKENS, ...OTHERS].filter((principal) => !deployed.has(principal)),
      tokens: TOKENS.filter((principal) => deployed.has(principal)),
    }
  }

  #answer(): void {
    this.node.contracts.clear()
    this.node.published.clear()
    for (const [index, { deploys }] of this.contents.entries()) {
      for (const principal of deploys) this.#add(principal, index + 1)
    }
  }

  #add(principal: string, height: number): void {
    const contract = vmAnswers().find((one) => one.principal === principal)
    if (contract === undefined) return
    const calls = this.contents.flatMap((content) => content.calls)
    const supply = calls.filter((called) => called === principal).length
    this.node.add(contract)
    this.node.published.set(principal, height)
    const answers = this.node.contracts.get(principal)?.answers
    if (answers) answers.total_supply = { hex: `0x0701${supply.toString(16).padStart(32, '0')}` }
  }
}

const FIRST: Content = { deploys: [], calls: [] }

/** The same each time. */
function randomness() {
  let state = 7
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

type Following = Awaited<ReturnType<typeof followChain>>

/** The tables, after all that is due a minute later. */
async function tablesOf({ store, followed }: Following) {
  await followed()
  await store.query('UPDATE token_tasks SET due_at = 0 WHERE due_at <= read_at + 60')
  await followed()
  const { query } = store
  return {
    blocks: await query('SELECT * FROM stacks_blocks ORDER BY height'),
    contracts: await query('SELECT * FROM contracts ORDER BY principal'),
    tokens: await query(
      'SELECT principal, status, name, total_supply FROM tokens ORDER BY principal',
    ),
    deployments: await query('SELECT * FROM deployments ORDER BY principal'),
    tasks: await query('SELECT principal, kind FROM token_tasks ORDER BY principal, kind'),
  }
}

test('after random forks, the tables are those of a follower that read the winner alone', async () => {
  const chain = new Chain()
  chain.mine(FIRST)
  const following = await followChain(chain.node)
  const random = randomness()
  for (let step = 0; step < 60; step++) {
    const height = chain.contents.length
    const on = random(4) === 0 ? Math.max(1, height - random(6)) : height
    const { missing, tokens } = chain.choices(on)
    const some = (list: string[]) => list.filter(() => random(20) === 0)
    chain.mine({ deploys: some(missing), calls: some(tokens) }, on)
    if (random(3) === 0) await following.followed()
  }
  const kinds = following.following.events.map(({ kind }) => kind)
  expect(kinds).toContain('reorganised')
  const alone = new Chain()
  alone.mine(FIRST)
  const reader = await followChain(alone.node)
  alone.node.blocks = chain.node.blocks
  alone.node.contracts.clear()
  for (const [principal, contract] of chain.node.contracts)
    alone.node.contracts.set(principal, contract)
  for (const [principal, height] of chain.node.published)
    alone.node.published.set(principal, height)
  alone.node.height = chain.node.height
  expect(await tablesOf(following)).toEqual(await tablesOf(reader))
})

const Recording = v.object({
  blocks: v.array(
    v.object({
      id: v.string(),
      parent: v.string(),
      transactions: v.array(v.object({ txid: v.string(), hex: v.string() })),
    }),
  ),
})

const CALLED = 'SP32AEEF6WW5Y0NMJ1S8SBSZDAY8R5J32NBZFPKKZ.wrapped-nothing-v8'

test('a recorded reorganisation of mainnet is followed, with its transactions', async () => {
  const { blocks } = v.parse(
    Recording,
    JSON.parse(readFileSync('test/fixtures/stacks/reorganisation.json', 'utf8')),
  )
  const node = new TestStacksNode()
  node.networkId = 2_147_483_648
  const mined = new Map<string, ServedBlock>()
  const mineRecorded = ({ id, parent, transactions }: (typeof blocks)[number]) => {
    const bytes = transactions.map(({ hex }) => Buffer.from(hex.slice(2), 'hex'))
    mined.set(id, mine(node, bytes, { on: mined.get(parent) }))
  }
  const [first, ...others] = blocks
  if (first !== undefined) mineRecorded(first)
  const { store, following, followed } = await followChain(node)
  // The contract that a transaction of the newest block calls.
  await store.query("INSERT INTO contracts (principal, state) VALUES ($1, 'candidate')", [CALLED])
  for (const block of others) {
    mineRecorded(block)
    await followed()
  }
  const reorganised = { kind: 'reorganised', from: 2, to: 2, ancestor: 1 }
  expect(following.events).toContainEqual(reorganised)
  const [, left, ...winners] = blocks
  const rows = await store.query('SELECT id, named FROM stacks_blocks ORDER BY height')
  expect(rows.map(({ id }) => id)).toEqual(
    [first, ...winners].map((block) => mined.get(block?.id ?? '')?.id),
  )
  expect(mined.get(left?.id ?? '')).toBeDefined()
  expect(rows.at(-1)?.named).toBe(JSON.stringify([CALLED]))
})
