import { expect, test } from 'vitest'
import { addressOf } from '../../src/bitcoin/addresses.ts'
import { commitmentOf, nameOfNumber, numberOfName } from '../../src/bitcoin/runeNames.ts'
import type { Store } from '../../src/database/database.ts'
import { runestoneOutput } from '../../src/demo/encodeRunestone.ts'
import { type NewTransaction, txidOf } from '../../src/demo/encodeTransaction.ts'
import { revealWitness, taprootScript, witnessKeyScript } from '../../src/demo/scripts.ts'
import { errorResponse, type ServeOptions } from '../../src/demo/serveRpc.ts'
import { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { indexAfresh, openTemporary, serve, startFollowing } from '../support/indexFollower.ts'
import { readIndexTables } from '../support/indexTables.ts'

const PREMINE = 1000n
const NAME = numberOfName('AGAINSTALLODDSX')

test('An output that is spent more than once counts once', async () => {
  const node = new SimulatedNode()
  const { url } = await serve(node)
  const store = openTemporary()
  const etching = premine(node.tip.txids[0] ?? '')
  node.mine([etching])
  await followToTip(node, url, store)
  const coin = { txid: txidOf(etching), vout: 0 }
  node.mine([pay('bob', [coin, coin]), pay('carol', [coin])])
  node.mine([pay('dave', [coin])])
  await followToTip(node, url, store)
  expect(await readHolders(store)).toEqual([
    { address: addressOf(witnessKeyScript('alice'), 'regtest'), outputs: 0, runes: 0 },
    { address: addressOf(witnessKeyScript('bob'), 'regtest'), outputs: 1, runes: 1 },
  ])
  const outputs = await store.query('SELECT amount FROM outputs WHERE spender IS NULL')
  expect(outputs).toEqual([{ amount: String(PREMINE) }])
})

test('An output with an impossible index is not found', async () => {
  const node = new SimulatedNode()
  const { url } = await serve(node)
  const store = openTemporary()
  const etching = premine(node.tip.txids[0] ?? '')
  node.mine([etching])
  const txid = txidOf(etching)
  await followToTip(node, url, store)
  node.mine([pay('bob', [{ txid, vout: 0xffff_ffff }]), pay('carol', [{ txid, vout: 2 ** 31 }])])
  await followToTip(node, url, store)
  const holders = await readHolders(store)
  expect(holders).toMatchObject([{ outputs: 1, runes: 1 }])
})

test('A block that could not be read to its end leaves nothing behind', async () => {
  const options: ServeOptions = {}
  const node = new SimulatedNode()
  const { url } = await serve(node, options)
  const store = openTemporary()
  const commitment: NewTransaction = {
    inputs: [{ txid: node.tip.txids[0] ?? '', vout: 0 }],
    outputs: [{ script: taprootScript('commitment'), value: 1000 }],
  }
  node.mine([commitment])
  for (let blocks = 0; blocks < 4; blocks++) node.mine()
  const etching = premine(node.tip.txids[0] ?? '')
  node.mine([etching])
  const following = startFollowing({ node, url, store })
  await following.untilTip()

  // The next block is read, but not what its etching spends.
  options.intercept = ({ method }, respond) =>
    method === 'getrawtransaction' ? errorResponse(-28, 'Rewinding blocks…') : respond()
  const payment = pay('bob', [{ txid: txidOf(etching), vout: 0 }])
  node.mine([payment, reveal(txidOf(commitment))])
  await following.next('waiting')
  // Another block takes its place, and the payment comes later.
  node.invalidate(node.tip.height)
  node.mine()
  await following.untilTip()
  delete options.intercept
  node.mine([payment, reveal(txidOf(commitment))])
  await following.untilTip()
  await following.stop()
  expect(await readIndexTables(store)).toEqual(await indexAfresh(node, url))
})

test('An etching whose transaction fills a block is indexed, alone and among others', async () => {
  const node = new SimulatedNode()
  const { url } = await serve(node)
  const store = openTemporary()
  const names = Array.from({ length: 23 }, (_, index) => NAME + BigInt(index))
  const commitments = names.map(
    (name): NewTransaction => ({
      inputs: [{ txid: node.tip.txids[0] ?? '', vout: 0 }],
      outputs: [{ script: taprootScript(`commitment to ${name}`), value: 1000 }],
    }),
  )
  node.mine(commitments)
  for (let blocks = 0; blocks < 4; blocks++) node.mine()
  const reveals = commitments.map((commitment, index) => reveal(txidOf(commitment), names[index]))
  const [first, second, ...others] = reveals
  node.mine([grow(first, 3_900_000)])
  // So many etchings make the follower ask for the block as a whole.
  node.mine([grow(second, 3_800_000), ...others])
  await followToTip(node, url, store)
  const runes = await store.query('SELECT name FROM runes ORDER BY id')
  expect(runes.map(({ name }) => name)).toEqual(names.map(nameOfNumber))
})

/** Adds an item to the witness, before those that reveal the commitment. */
function grow(transaction: NewTransaction | undefined, bytes: number): NewTransaction {
  const { inputs = [], outputs = [] } = transaction ?? {}
  const item = new Uint8Array(bytes).fill(1)
  return {
    inputs: inputs.map((input) => ({ ...input, witness: [item, ...(input.witness ?? [])] })),
    outputs,
  }
}

async function followToTip(node: SimulatedNode, url: string, store: Store): Promise<void> {
  const following = startFollowing({ node, url, store })
  await following.untilTip()
  await following.stop()
}

function premine(txid: string): NewTransaction {
  return {
    inputs: [{ txid, vout: 0 }],
    outputs: [
      { script: witnessKeyScript('alice'), value: 1000 },
      runestoneOutput({ etching: { premine: PREMINE, turbo: false } }),
    ],
  }
}

function pay(receiver: string, inputs: NewTransaction['inputs']): NewTransaction {
  return { inputs, outputs: [{ script: witnessKeyScript(receiver), value: 1000 }] }
}

function reveal(txid: string, name = NAME): NewTransaction {
  const etching = { rune: name, premine: 5n, turbo: false }
  return {
    inputs: [{ txid, vout: 0, witness: revealWitness(commitmentOf(name)) }],
    outputs: [{ script: witnessKeyScript('erin'), value: 1000 }, runestoneOutput({ etching })],
  }
}

function readHolders(store: Store) {
  return store.query('SELECT address, outputs, runes FROM addresses ORDER BY id')
}
