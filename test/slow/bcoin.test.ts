import { expect, onTestFinished, test } from 'vitest'
import { parseBlock, toBlock } from '../../src/bitcoin/block.ts'
import { type Edict, OWN_RUNE } from '../../src/bitcoin/runestone.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { Random } from '../../src/demo/random.ts'
import { Answers } from '../support/model/answers.ts'
import { createExpectations } from '../support/model/expectAnswers.ts'
import { expectBalanced } from '../support/model/expectBalanced.ts'
import { Ledger } from '../support/model/ledger.ts'
import { type Coin, startBcoin } from '../support/startBcoin.ts'
import { startCairn } from '../support/startCairn.ts'
import { getJson } from '../support/startService.ts'
import { makeFolder } from '../support/tokens/databases.ts'

const SEED = 15
/** Until segwit is active, and until coinbases can be spent. */
const FIRST_BLOCKS = 460
const PEOPLE = 5

test('Cairn follows a node that others wrote, with balances, supply and records as computed from its blocks', async () => {
  const random = new Random(SEED)
  const node = await startBcoin(PEOPLE)
  const blocks: Buffer[] = [node.genesis]
  for (let block = 0; block < FIRST_BLOCKS; block++) blocks.push(await node.mine())
  let coins: Coin[] = []
  const runes: string[] = []

  /** Etches, mints or moves something, from coins that have runes and one that pays. */
  function createTransaction() {
    const spent = coins.splice(0, random.below(3))
    const payer = node.coinbases.shift()
    const owners = Array.from({ length: 1 + random.below(3) }, () => random.below(PEOPLE))
    const isEtching = runes.length === 0 || random.chance(0.1)
    const edicts = isEtching ? [edict(OWN_RUNE)] : [edict(random.pick(runes))]
    const stone = runestoneOutput({
      ...(isEtching && {
        etching: {
          premine: 1_000_000n,
          divisibility: random.below(5),
          terms: { amount: 500n, cap: 40n },
          turbo: false,
        },
      }),
      ...(!isEtching && random.chance(0.5) && { mint: random.pick(runes) }),
      edicts,
    })
    const outputs = owners.map((owner) => ({
      script: node.scripts[owner] ?? stone.script,
      value: 1000,
    }))
    const places = [...owners, undefined]
    return {
      isEtching,
      ...node.sign([...spent, ...(payer ? [payer] : [])], [...outputs, stone], places),
    }

    function edict(id: string): Edict {
      const amount = random.pick([0n, 1n, 300n, 1n << 100n])
      // The last one is the runestone itself: that burns.
      return { id, amount, output: random.below(owners.length + 2) }
    }
  }

  async function mineActivity(): Promise<void> {
    const made = Array.from({ length: 3 + random.below(6) }, createTransaction)
    // In the order of its own choice.
    blocks.push(await node.mine(made.map(({ transaction }) => transaction)))
    coins.push(...made.flatMap((it) => it.made))
    const { runes: known } = modelOf(blocks)
    runes.splice(0, runes.length, ...known.map(({ id }) => id))
  }

  for (let block = 0; block < 12; block++) await mineActivity()
  const cairn = await startCairn({ DATA_DIR: makeFolder(), BITCOIN_RPC_URL: node.url })
  onTestFinished(cairn.stop)
  await expectAsComputed()
  for (let block = 0; block < 3; block++) await mineActivity()
  await expectAsComputed()

  await node.invalidate(2)
  blocks.splice(-2)
  // Their outputs are gone.
  coins = []
  for (let block = 0; block < 3; block++) blocks.push(await node.mine())
  await expectAsComputed()

  async function expectAsComputed(): Promise<void> {
    const ledger = modelOf(blocks)
    expectBalanced(ledger)
    const height = blocks.length - 1
    await expect
      .poll(async () => (await getJson(`${cairn.origin}/explorer/v1/about`)).body, {
        timeout: 60_000,
      })
      .toMatchObject({ tip: { block_hash: ledger.tip.hash } })
    const answers = new Answers(ledger)
    const expectations = createExpectations({ origin: cairn.origin, answers, random, share: 1 })
    for (const rune of ledger.runes) await expectations.rune(rune)
    for (const address of ledger.addresses.keys()) await expectations.address(address)
    for (const output of ledger.outputs) await expectations.output(output)
    for (const tx of ledger.tip.txs) await expectations.transaction(tx)
    await expectations.lists()
    console.log(
      `seed ${SEED}: ${ledger.runes.length} runes, ${ledger.records.length} records at ${height}`,
    )
    expect(ledger.records.length).toBeGreaterThan(50)
  }
})

/** The model of a chain from its first block on. */
function modelOf(blocks: Buffer[]): Ledger {
  const ledger = new Ledger('regtest', new Map())
  blocks.forEach((bytes, height) => {
    ledger.add(toBlock(parseBlock(new Uint8Array(bytes)), height), new Map())
  })
  return ledger
}
