// Cairn beside a real Bitcoin node: `npm run test:node` uses the bitcoind that BITCOIND names or the path has.
import * as v from 'valibot'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addressOf } from '../../src/bitcoin/addresses.ts'
import { commitmentOf, numberOfName } from '../../src/bitcoin/runeNames.ts'
import { OWN_RUNE, type Runestone, TAGS } from '../../src/bitcoin/runestone.ts'
import { encodeIntegers, runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { txidOf } from '../../src/demo/encodeTransaction.ts'
import { openScript, openTaproot, type Spendable } from '../support/anyoneCanSpend.ts'
import { documentedMethods } from '../support/documentedMethods.ts'
import { type Coin, expectTip, RealChain } from '../support/realChain.ts'
import { BITCOIND, startBitcoind } from '../support/startBitcoind.ts'
import { type Cairn, startCairn } from '../support/startCairn.ts'
import { getJson } from '../support/startService.ts'
import { makeFolder } from '../support/tokens/databases.ts'

/** The flag of an etching. */
const ETCHING = 1n
const [ALICE, BOB, CAROL] = [openScript('alice'), openScript('bob'), openScript('carol')]
const WHITELIST = [`-rpcwhitelist=cairn:${documentedMethods().join(',')}`]

if (BITCOIND === undefined) {
  console.log('There is no bitcoind: set BITCOIND to its path, and these tests run.')
}

describe.skipIf(BITCOIND === undefined)(
  'Beside a real node, which allows what is documented',
  () => {
    test.each([false, true])(
      'etchings, mints, transfers, burns and cenotaphs are as computed from its blocks (REST: %s)',
      async (rest) => {
        const { chain, cairn } = await start(rest ? ['-rest=1'] : [])
        const { ids } = await etchAll(chain)
        await chain.expectAnswers(cairn.origin, 0.5)
        const coins = await mintAll(chain, ids.mintable)
        await moveAll(chain, ids, coins)
        const ledger = await chain.expectAnswers(cairn.origin, 1)
        const mints = ledger.records.filter(
          ({ rune, operation }) => rune.id === ids.mintable && operation === 'mint',
        )
        expect(mints).toHaveLength(3)
        const kinds = new Set(ledger.records.map(({ operation }) => operation))
        expect(kinds).toEqual(new Set(['etching', 'mint', 'burn', 'send', 'receive']))
        console.log(
          `${ledger.runes.length} runes, ${ledger.records.length} records at ${ledger.tip.height}`,
        )
      },
    )

    test('an etching whose transaction has 3.9 MB is indexed, alone and among others', async () => {
      const { chain, cairn } = await start()
      const names = Array.from({ length: 23 }, (_, index) => name('REALNODELARGEA', index))
      const padding = Buffer.alloc(3_900_000, OP_NOP)
      const commitments = await commit(chain, names, (index) =>
        index < 2 ? padding.subarray(index * 100_000) : new Uint8Array(),
      )
      await chain.mineEmpty(5)
      const [first, ...others] = commitments.map((commitment, index) =>
        etch(chain, [commitment], { rune: names[index], premine: 5n }),
      )
      await chain.mine(first ? [first.transaction] : [])
      await chain.mine(others.map(({ transaction }) => transaction))
      const ledger = await chain.expectAnswers(cairn.origin, 0.2)
      expect(ledger.runes.map(({ name }) => numberOfName(name))).toEqual(names)
    })

    test('pending movements follow the mempool, and a replacement by fee', async () => {
      const { chain, cairn } = await start()
      const { ids, premined } = await etchAll(chain)
      await chain.expectAnswers(cairn.origin, 0.1)
      const path = `/explorer/v1/runes/${ids.unnamed}/pending`
      const fee = chain.coin()
      const stone = (amount: bigint) =>
        runestoneOutput({ edicts: [{ id: ids.unnamed, amount, output: 1 }] })
      const pay = (value: number, amount: bigint) =>
        chain.create([premined, fee], [ALICE, BOB], { value, others: [stone(amount)] })
      const cheap = pay(4_000_000, 10n)
      await chain.send(cheap)
      // Without a runestone, all runes go to the first output.
      const next = chain.create(cheap.coins.slice(1), [CAROL], { value: 3_900_000 })
      await chain.send(next)
      const mint = chain.createWithStone([], [CAROL], { mint: ids.mintable })
      await chain.send(mint)
      await expectPending(cairn, path, [
        ['transfer', '10', txidOf(cheap.transaction)],
        ['transfer', '10', txidOf(next.transaction)],
      ])
      const mints = `/explorer/v1/runes/${ids.mintable}/pending`
      await expectPending(cairn, mints, [['mint', '500', txidOf(mint.transaction)]])

      const dear = pay(1_000_000, 11n)
      await chain.send(dear)
      await expectPending(cairn, path, [['transfer', '11', txidOf(dear.transaction)]])
      await chain.mine([dear.transaction, mint.transaction])
      await chain.expectAnswers(cairn.origin, 0.3)
      await expectPending(cairn, path, [])
    })

    test.each([1, 101, 199])(
      'after a reorganisation of %d blocks, no answer from before is left in the cache',
      async (depth) => {
        const { chain, cairn } = await start()
        const { ids, premined } = await etchAll(chain)
        const before = await chain.height()
        const moved = chain.createWithStone([premined], [BOB, ALICE], {
          edicts: [{ id: ids.unnamed, amount: 7n, output: 0 }],
        })
        await chain.mine([moved.transaction])
        await chain.mineEmpty(depth - 1)
        const old = await chain.expectAnswers(cairn.origin, 0.1)
        const paths = [
          ...pathsOf({ first: before + 1, last: before + depth }, ids.unnamed),
          `/runes/v1/transactions/${txidOf(moved.transaction)}/activity`,
        ]
        // Twice, so that what is cached is served from the cache.
        for (const path of [...paths, ...paths]) await getJson(cairn.origin + path)

        await chain.replace(depth)
        await expectTip(cairn.origin, (await chain.ledger()).tip.hash)
        const replaced = old.blocks.slice(before + 1).map(({ hash }) => hash)
        expect(replaced).toHaveLength(depth)
        for (const path of paths) {
          const text = JSON.stringify((await getJson(cairn.origin + path)).body)
          expect([path, replaced.filter((hash) => text.includes(hash))]).toEqual([path, []])
        }
        await chain.expectAnswers(cairn.origin, 0.3)
      },
    )

    test('after a restart of the node, which has a new cookie, Cairn goes on', async () => {
      const node = await startBitcoind([])
      const chain = await RealChain.create(node)
      const cairn = await serve({ BITCOIN_RPC_URL: node.url, BITCOIN_COOKIE_FILE: node.cookieFile })
      await etchAll(chain)
      const ledger = await chain.expectAnswers(cairn.origin, 0.1)
      await node.stop()
      await expect.poll(cairn.output).toMatch(/cookie file|is unreachable/)
      const { status, body } = await getJson(`${cairn.origin}/runes/v1/etchings`)
      expect([status, body.total]).toEqual([200, ledger.runes.length])
      await node.start()
      await etchAll(chain, 'B')
      await chain.expectAnswers(cairn.origin, 0.3)
    })

    test('while the node hangs, Cairn serves what it has, and goes on afterwards', async () => {
      const { chain, cairn } = await start()
      const { ids } = await etchAll(chain)
      const ledger = await chain.expectAnswers(cairn.origin, 0.1)
      chain.node.signal('SIGSTOP')
      onTestFinished(() => chain.node.signal('SIGCONT'))
      const pending = getJson(`${cairn.origin}/explorer/v1/runes/${ids.unnamed}/pending`)
      const { status, body } = await getJson(`${cairn.origin}/runes/v1/etchings?offset=1`)
      expect([status, body.total]).toEqual([200, ledger.runes.length])
      expect((await getJson(`${cairn.origin}/health/live`)).status).toBe(200)
      const refused = await pending
      expect(refused.status).toBe(503)
      // Readers get words of their own: the operator's have the node's address.
      expect(JSON.stringify(refused.body)).not.toMatch(/127\.0\.0\.1|password/)
      chain.node.signal('SIGCONT')
      await etchAll(chain, 'B')
      await chain.expectAnswers(cairn.origin, 0.3)
    })

    test('a pending transaction that asks for too much work is skipped, and the service answers', async () => {
      const { chain, cairn } = await start()
      const { ids, premined } = await etchAll(chain)
      await chain.expectAnswers(cairn.origin, 0.1)
      // Some nodes have no room for more than 83 bytes of a runestone.
      const sizes: [edicts: number, outputs: number][] = [
        [5000, 1000],
        [15, 1400],
      ]
      const bombs = sizes.map(([edicts, outputs]) =>
        chain.createWithStone(
          [premined],
          Array.from({ length: outputs }, (_, index) => openScript(`receiver ${index}`)),
          { edicts: Array(edicts).fill({ id: ids.unnamed, amount: 1n, output: outputs + 1 }) },
        ),
      )
      const mint = chain.createWithStone([], [CAROL], { mint: ids.mintable })
      const sent = await chain.sendFirst(bombs)
      await chain.send(mint)
      let longestMs = 0
      const pending = getJson(`${cairn.origin}/explorer/v1/runes/${ids.mintable}/pending`)
      for (let request = 0; request < 20; request++) {
        const asked = performance.now()
        expect((await getJson(`${cairn.origin}/health/live`)).status).toBe(200)
        longestMs = Math.max(longestMs, performance.now() - asked)
      }
      const { body } = await pending
      const [edicts, outputs] = sizes[sent] ?? []
      console.log(
        `${edicts} edicts to ${outputs} outputs: /health/live took ${longestMs.toFixed()} ms at most`,
      )
      expect(body).toMatchObject({ total: 1, skipped: 1, results: [{ type: 'mint' }] })
    })

    test('a method that is not documented is refused', async () => {
      const node = await startBitcoind(WHITELIST)
      const { origin } = new URL(node.url)
      const authorization = `Basic ${Buffer.from('cairn:secret').toString('base64')}`
      const statusOf = async (method: string) => {
        const body = JSON.stringify({ method, params: [] })
        return (await fetch(origin, { method: 'POST', headers: { authorization }, body })).status
      }
      expect(await statusOf('getmininginfo')).toBe(403)
      expect(await statusOf('getblockchaininfo')).toBe(200)
    })
  },
)

const OP_NOP = 0x61
type Ids = { mintable: string; unnamed: string }

/** A node that refuses what is not documented, a chain with coins, and Cairn. */
async function start(options: string[] = []): Promise<{ chain: RealChain; cairn: Cairn }> {
  const node = await startBitcoind([...WHITELIST, ...options])
  const chain = await RealChain.create(node)
  const cairn = await serve({ BITCOIN_RPC_URL: node.urlWithPassword })
  return { chain, cairn }
}

async function serve(settings: Record<string, string>): Promise<Cairn> {
  const cairn = await startCairn({ DATA_DIR: makeFolder(), ...settings })
  onTestFinished(cairn.stop)
  return cairn
}

/** Names with `letter` differ from others. */
function name(prefix: string, index: number): bigint {
  return numberOfName(prefix) + BigInt(index)
}

/** Mines commitments to names, which can be spent with their script. */
async function commit(
  chain: RealChain,
  names: bigint[],
  padding: (index: number) => Uint8Array = () => new Uint8Array(),
): Promise<Coin[]> {
  const scripts = names.map((name, index) => openTaproot(commitmentOf(name), padding(index)))
  const { transaction, coins } = chain.create([chain.coin()], scripts)
  await chain.mine([transaction])
  return coins
}

/** The premine goes to Alice. */
function etch(
  chain: RealChain,
  spent: Coin[],
  etching: Omit<NonNullable<Runestone['etching']>, 'turbo'>,
) {
  return chain.createWithStone(spent, [ALICE], { etching: { turbo: false, ...etching } })
}

/** Etches in all ways, valid or not, in two blocks. */
async function etchAll(chain: RealChain, letter = 'A'): Promise<{ ids: Ids; premined: Coin }> {
  const names = Array.from({ length: 8 }, (_, index) => name(`REALNODETEST${letter}A`, index))
  const [named, cenotaph, wrong, again, taken, ...more] = await commit(chain, names)
  const [first = 0n, second = 0n, third = 0n, fourth = 0n] = names
  await chain.mineEmpty(4)
  const young = (await commit(chain, [name(`REALNODEYOUNG${letter}`, 0)]))[0]
  const unnamed = etch(chain, [], { premine: 1_000_000n, divisibility: 0, symbol: '¤' })
  const terms = { amount: 500n, cap: 3n }
  const height = (await chain.height()) + 1
  const both = (coin: Coin | undefined) => (coin === undefined ? [] : [coin])
  const flawed = [TAGS.flags, ETCHING, TAGS.rune, second, 126n, 0n]
  const stones = [
    unnamed,
    etch(chain, both(named), { rune: first, terms, spacers: 5, divisibility: 0 }),
    chain.create([...both(cenotaph), chain.coin()], [BOB], {
      others: [{ script: encodeIntegers(flawed), value: 0 }],
    }),
    // The commitment is to another name; the commitment is too young; none; the name is taken.
    etch(chain, both(wrong), { rune: name('REALNODEOTHERNAME', 0), premine: 1n }),
    etch(chain, both(young), { rune: name(`REALNODEYOUNG${letter}`, 0), premine: 1n }),
    etch(chain, [], { rune: third, premine: 1n }),
    etch(chain, both(again), { rune: fourth, premine: 9n, terms: { amount: 1n } }),
    etch(chain, both(taken), { rune: fourth, premine: 1n }),
    ...more.map((coin, index) => etch(chain, [coin], { rune: names[index + 5], premine: 2n })),
  ]
  await chain.mine(stones.map(({ transaction }) => transaction))
  const [premined] = unnamed.coins
  if (premined === undefined) throw new Error('It has an output.')
  return { ids: { unnamed: `${height}:1`, mintable: `${height}:2` }, premined }
}

/** Five transactions in two blocks mint what can be minted three times, one of them a cenotaph. */
async function mintAll(chain: RealChain, rune: string): Promise<Coin[]> {
  const [block = 0n, tx = 0n] = rune.split(':').map(BigInt)
  const mint = (to: Spendable) => chain.createWithStone([], [to], { mint: rune })
  const flawed = encodeIntegers([TAGS.mint, block, TAGS.mint, tx, 126n, 0n])
  const burned = chain.create([chain.coin()], [BOB], { others: [{ script: flawed, value: 0 }] })
  const [first, ...others] = [ALICE, BOB, ALICE, CAROL].map(mint)
  if (first === undefined) throw new Error('There are four.')
  await chain.mine([first.transaction, burned.transaction])
  await chain.mine(others.map(({ transaction }) => transaction))
  return [...first.coins, ...others.slice(0, 1).flatMap(({ coins }) => coins)]
}

/** Transfers by edicts, pointer and without a runestone, within a block too; burns; a cenotaph at the end. */
async function moveAll(
  chain: RealChain,
  { unnamed, mintable }: Ids,
  minted: Coin[],
): Promise<void> {
  const [one, two] = minted
  if (one === undefined || two === undefined) throw new Error('There are two mints.')
  const split = chain.createWithStone([one, two], [BOB, ALICE, CAROL], {
    edicts: [
      { id: mintable, amount: 100n, output: 2 },
      { id: mintable, amount: 0n, output: 4 },
    ],
    pointer: 1,
  })
  const plain = chain.create([...split.coins.slice(0, 1), chain.coin()], [CAROL, BOB])
  const burn = chain.createWithStone(split.coins.slice(1, 2), [ALICE], {
    edicts: [{ id: mintable, amount: 60n, output: 1 }],
  })
  const own = chain.createWithStone(burn.coins, [BOB, CAROL], {
    etching: { premine: 77n, turbo: true },
    edicts: [
      { id: OWN_RUNE, amount: 7n, output: 1 },
      { id: unnamed, amount: 7n, output: 1 },
    ],
  })
  await chain.mine([split, plain, burn, own].map(({ transaction }) => transaction))
  const broken = { script: encodeIntegers([TAGS.pointer]), value: 0 }
  const cenotaph = chain.create([...plain.coins.slice(0, 1), chain.coin()], [BOB], {
    others: [broken],
  })
  await chain.mine([cenotaph.transaction])
}

const Pending = v.object({
  results: v.array(v.object({ type: v.string(), amount: v.string(), tx_id: v.string() })),
})

async function expectPending(
  { origin }: Cairn,
  path: string,
  expected: [type: string, amount: string, txid: string][],
): Promise<void> {
  const read = async () => {
    const { results } = v.parse(Pending, (await getJson(origin + path)).body)
    return results.map(({ type, amount, tx_id }) => [type, amount, tx_id])
  }
  await expect.poll(read, { timeout: 30_000, interval: 200 }).toEqual(expected)
}

function pathsOf({ first, last }: { first: number; last: number }, rune: string): string[] {
  const heights = [first, Math.floor((first + last) / 2), last]
  const address = addressOf(BOB.script, 'regtest')
  return [
    ...heights.flatMap((height) => [
      `/explorer/v1/blocks/${height}`,
      `/explorer/v1/blocks/${height}/movements`,
      `/runes/v1/blocks/${height}/activity`,
    ]),
    '/explorer/v1/blocks',
    `/explorer/v1/runes/${rune}/movements`,
    `/runes/v1/etchings/${rune}/activity`,
    `/explorer/v1/addresses/${address}/movements`,
  ]
}
