import { expect, test } from 'vitest'
import { addressOf } from '../../src/bitcoin/addresses.ts'
import { commitmentOf, nameOfNumber, numberOfName } from '../../src/bitcoin/runeNames.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { revealWitness, taprootScript, witnessKeyScript } from '../../src/demo/scripts.ts'
import type { RpcCall } from '../../src/demo/serveRpc.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { followNode } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'

const NAME = numberOfName('AGAINSTALLODDSX')
const [ALICE, BOB] = [person('alice'), person('bob')]

type Outpoint = { txid: string; vout: number }

test('the payer is the owner of the first output that the transaction of the commitment spends', async () => {
  const node = new SimulatedNode()
  const [alice, bob] = fund(node, [ALICE.script, BOB.script])
  const first = commit([alice, bob])
  const second = commit([bob, alice], [NAME + 1n])
  node.mine([first, second])
  mature(node)
  node.mine([reveal(first), reveal(second, NAME + 1n), unnamed()])
  const { read } = await serve(node)
  const height = node.tip.height
  expect(await payerOf(read, `${height}:1`)).toEqual({ address: ALICE.address, other_runes: 0 })
  expect(await payerOf(read, `${height}:2`)).toEqual({ address: BOB.address, other_runes: 0 })
  // Without a name, there is no commitment.
  expect(await payerOf(read, `${height}:3`)).toBeUndefined()
})

test('a commitment in a coinbase has no payer', async () => {
  const node = new SimulatedNode()
  const script = taprootScript('commitment')
  const { txids } = node.mine([], { coinbaseOutputs: [{ script, value: 1000 }] })
  mature(node)
  node.mine([revealOf({ txid: txids[0] ?? '', vout: 0 }, NAME)])
  const { read } = await serve(node)
  expect(await payerOf(read, `${node.tip.height}:1`)).toBeUndefined()
})

test('of several commitments, the first that is old enough counts', async () => {
  const node = new SimulatedNode()
  const [alice, bob] = fund(node, [ALICE.script, BOB.script])
  const old = commit([bob])
  node.mine([old])
  for (let blocks = 0; blocks < 3; blocks++) node.mine()
  const young = commit([alice])
  node.mine([young])
  const [one, two] = [young, old].map((transaction) => reveal(transaction))
  const inputs = [...(one?.inputs ?? []), ...(two?.inputs ?? [])]
  node.mine([{ inputs, outputs: one?.outputs ?? [] }])
  const { read } = await serve(node)
  const found = await payerOf(read, `${node.tip.height}:1`)
  expect(found).toEqual({ address: BOB.address, other_runes: 0 })
})

test('an address has the runes that it paid for, newest first, in pages', async () => {
  const node = new SimulatedNode()
  const [alice] = fund(node, [ALICE.script])
  const names = Array.from({ length: 23 }, (_, index) => NAME + BigInt(index))
  const transaction = commit([alice], names)
  node.mine([transaction])
  mature(node)
  node.mine(names.map((name, vout) => revealOf({ txid: txidOf(transaction), vout }, name)))
  const { read } = await serve(node)
  const path = `/explorer/v1/addresses/${ALICE.address}`
  const { total, results } = await read(`${path}/paid?limit=2&offset=1`)
  const namesOf = (runes: { name: string }[]) => runes.map(({ name }) => name)
  expect([total, namesOf(results)]).toEqual([23, [names[21], names[20]].map(nameAt)])
  expect(await read(path)).toMatchObject({ paid: 23, records: 0, movements: 0 })
  expect((await payerOf(read, `${node.tip.height}:23`)).other_runes).toBe(22)
  const other = `/explorer/v1/addresses/${BOB.address}`
  expect(await read(`${other}/paid`)).toMatchObject({ total: 0, results: [] })
  expect(await read(other)).toMatchObject({ paid: 0 })
})

test('a search finds an address that only paid, by its beginning, and once', async () => {
  const node = new SimulatedNode()
  const [alice] = fund(node, [ALICE.script])
  const names = [NAME, NAME + 1n, NAME + 2n]
  const transaction = commit([alice], names)
  node.mine([transaction])
  mature(node)
  node.mine(names.map((name, vout) => revealOf({ txid: txidOf(transaction), vout }, name)))
  const { read } = await serve(node)
  for (const text of [ALICE.address, ALICE.address.slice(0, 12), ALICE.address.slice(0, 5)]) {
    const { groups } = await read(`/explorer/v1/search?q=${text}&kind=address&limit=1000`)
    const ids = groups[0]?.results.map(({ id }: { id: string }) => id) ?? []
    expect(ids.filter((id: string) => id === ALICE.address)).toHaveLength(1)
    expect(ids).toEqual(ids.toSorted())
  }
})

test('the node is asked once for a transaction with several commitments', async () => {
  const node = new SimulatedNode()
  const names = Array.from({ length: 44 }, (_, index) => NAME + BigInt(index))
  const coins = fund(
    node,
    Array.from({ length: 22 }, () => BOB.script),
  )
  // Each commits to two names.
  const committing = coins.map((coin, index) =>
    commit([coin], names.slice(index * 2, index * 2 + 2)),
  )
  node.mine(committing)
  const committed = node.tip.hash
  mature(node)
  const reveals = committing.flatMap((transaction, index) =>
    [0, 1].map((vout) =>
      revealOf({ txid: txidOf(transaction), vout }, NAME + BigInt(index * 2 + vout)),
    ),
  )
  node.mine(reveals.slice(0, 4))
  const few = node.tip.height
  node.mine(reveals.slice(4))
  const calls: RpcCall[] = []
  const { read } = await serve(node, calls)
  expect((await payerOf(read, `${few}:1`)).other_runes).toBe(43)
  const asked = (method: string, hash: string) =>
    calls.filter(({ method: called, params }) => called === method && params.includes(hash))
  // Two transactions commit to the four names of the first block, twenty to the forty of the second.
  expect(asked('getrawtransaction', committed)).toHaveLength(22)
  expect(asked('getblock', committed)).toHaveLength(0)
})

test('of many commitments in one block, the node is asked for that block', async () => {
  const node = new SimulatedNode()
  const coins = fund(
    node,
    Array.from({ length: 21 }, (_, index) => (index % 3 ? BOB : ALICE).script),
  )
  const committing = coins.map((coin, index) => commit([coin], [NAME + BigInt(index)]))
  node.mine(committing)
  const committed = node.tip.hash
  mature(node)
  node.mine(committing.map((transaction, index) => reveal(transaction, NAME + BigInt(index))))
  const calls: RpcCall[] = []
  const { read } = await serve(node, calls)
  const { height } = node.tip
  expect(await payerOf(read, `${height}:1`)).toEqual({ address: ALICE.address, other_runes: 6 })
  expect(await payerOf(read, `${height}:2`)).toEqual({ address: BOB.address, other_runes: 13 })
  const about = calls.filter(({ params }) => params.includes(committed))
  expect(about.filter(({ params }) => params.includes(3))).toHaveLength(1)
  expect(about.filter(({ method }) => method === 'getrawtransaction')).toEqual([])
})

test('where the node has deleted the block of the commitment, the payer is not known', async () => {
  const node = new SimulatedNode()
  const [alice] = fund(node, [ALICE.script])
  const transaction = commit([alice])
  node.mine([transaction])
  const committed = node.tip.height
  const data = await followNode(node)
  mature(node)
  await data.following.untilTip()
  node.pruneHeight = committed + 1
  node.mine([reveal(transaction)])
  await data.following.untilTip()
  const read = reader(await startService({ data }))
  const rune = await read(`/explorer/v1/runes/${node.tip.height}:1`)
  expect(rune).toMatchObject({ name: nameAt(NAME) })
  expect(rune).not.toHaveProperty('payer')
})

test('after a reorganisation, who paid on the branch before is forgotten', async () => {
  const node = new SimulatedNode()
  const [alice, bob] = fund(node, [ALICE.script, BOB.script])
  const committing = [commit([alice]), commit([bob])]
  node.mine(committing)
  mature(node)
  const [first, second] = committing.map((transaction) => reveal(transaction))
  node.mine(first && [first])
  const { read, update } = await serve(node)
  const paid = async ({ address }: { address: string }) =>
    (await read(`/explorer/v1/addresses/${address}/paid`)).total
  expect([await paid(ALICE), await paid(BOB)]).toEqual([1, 0])
  node.invalidate(node.tip.height)
  node.mine(second && [second])
  node.mine()
  await update()
  expect([await paid(ALICE), await paid(BOB)]).toEqual([0, 1])
  const found = await payerOf(read, `${node.tip.height - 1}:1`)
  expect(found).toEqual({ address: BOB.address, other_runes: 0 })
})

function person(seed: string) {
  const script = witnessKeyScript(seed)
  return { script, address: addressOf(script, 'regtest') ?? '' }
}

async function serve(node: SimulatedNode, calls: RpcCall[] = []) {
  const data = await followNode(node, {
    serving: {
      intercept(call, respond) {
        calls.push(call)
        return respond()
      },
    },
  })
  // Cached responses about the newest block are current for a second.
  let seconds = 0
  const origin = await startService({ data, monotonicMs: () => seconds * 1000 })
  const update = async () => {
    await data.following.untilTip()
    seconds++
  }
  return { read: reader(origin), update }
}

function reader(origin: string) {
  return async (path: string) => {
    const { status, body } = await getJson(origin + path)
    expect([path, status]).toEqual([path, 200])
    return body
  }
}

type Read = ReturnType<typeof reader>

async function payerOf(read: Read, rune: string) {
  return (await read(`/explorer/v1/runes/${rune}`)).payer
}

/** Mines a transaction with these outputs. */
function fund(node: SimulatedNode, scripts: Uint8Array[]): Outpoint[] {
  const coinbase = { txid: node.tip.txids[0] ?? '', vout: 0 }
  const outputs = scripts.map((script) => ({ script, value: 10_000 }))
  const transaction = { inputs: [coinbase], outputs }
  node.mine([transaction])
  return outputs.map((_, vout) => ({ txid: txidOf(transaction), vout }))
}

/** An output commits to each name. */
function commit(spent: (Outpoint | undefined)[], names = [NAME]): NewTransaction {
  return {
    inputs: spent.flatMap((outpoint) => outpoint ?? []),
    outputs: names.map((name) => ({ script: taprootScript(`commitment ${name}`), value: 1000 })),
  }
}

/** Five blocks follow that of a commitment before that of the etching. */
function mature(node: SimulatedNode): void {
  for (let blocks = 0; blocks < 4; blocks++) node.mine()
}

function reveal(commitment: NewTransaction, name = NAME): NewTransaction {
  return revealOf({ txid: txidOf(commitment), vout: 0 }, name)
}

function revealOf(commitment: Outpoint, name: bigint): NewTransaction {
  return {
    inputs: [{ ...commitment, witness: revealWitness(commitmentOf(name)) }],
    outputs: [
      { script: witnessKeyScript('carol'), value: 546 },
      runestoneOutput({ etching: { rune: name, turbo: false } }),
    ],
  }
}

function unnamed(): NewTransaction {
  return {
    inputs: [{ txid: 'ab'.repeat(32), vout: 0 }],
    outputs: [
      { script: BOB.script, value: 546 },
      runestoneOutput({ etching: { premine: 1n, turbo: false } }),
    ],
  }
}

function nameAt(name: bigint | undefined): string {
  return nameOfNumber(name ?? 0n)
}
