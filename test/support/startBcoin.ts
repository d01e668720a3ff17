// A Bitcoin node that nobody here wrote, on regtest in memory. It is installed for the test that uses it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { NewTransaction } from '../../src/demo/encodeTransaction.ts'
import { listen } from '../../tools/listen.ts'

/** An output that a person can spend. */
export type Coin = { owner: number; spend: (mtx: Mtx) => void }

/** What is used of bcoin's own types, which it does not have. */
type Mtx = {
  addOutput(output: unknown, value?: number): void
  sign(rings: unknown[]): number
  toTX(): unknown
}

const PASSWORD = 'secret'

/** Starts the node. `people` can sign. Coinbases are the first person's. */
export async function startBcoin(people: number) {
  const { FullNode, KeyRing, MTX, Script } = install()
  const port = await freePort()
  const node = new FullNode({
    network: 'regtest',
    memory: true,
    workers: false,
    listen: false,
    logLevel: 'none',
    // What transactions leave over is the fee.
    rejectAbsurdFees: false,
    httpPort: port,
    apiKey: PASSWORD,
  })
  await node.open()
  onTestFinished(() => node.close())
  const rings = Array.from({ length: people }, () => {
    const ring = KeyRing.generate('regtest')
    ring.witness = true
    return ring
  })
  node.miner.addAddress(rings[0].getAddress())

  /** Mines a block with these transactions, and returns its bytes. */
  async function mine(transactions: unknown[] = []): Promise<Buffer> {
    for (const transaction of transactions) await node.mempool.addTX(transaction)
    const job = await node.miner.createJob()
    const block = await job.mineAsync()
    await node.chain.add(block)
    coinbases.push({ owner: 0, spend: (mtx) => addTo(mtx, block.txs[0], 0) })
    if (block.txs.length !== transactions.length + 1) throw new Error('a transaction is missing')
    return block.toRaw()
  }

  const coinbases: Coin[] = []
  function addTo(mtx: object, transaction: unknown, vout: number): void {
    Reflect.apply(MTX.prototype.addTX, mtx, [transaction, vout])
  }

  return {
    url: `http://cairn:${PASSWORD}@127.0.0.1:${port}`,
    /** The first block, which every chain of regtest begins with. */
    genesis: (await node.chain.getBlock(0)).toRaw(),
    mine,
    /** Those that are mature come first. */
    coinbases,
    scripts: rings.map((ring) => Buffer.from(Script.fromAddress(ring.getAddress()).toRaw())),
    /** Signs a transaction, and tells the coins that it makes; those of nobody are left out. */
    sign(coins: Coin[], outputs: NewTransaction['outputs'], owners: (number | undefined)[]) {
      const mtx = new MTX()
      for (const coin of coins) coin.spend(mtx)
      for (const { script, value } of outputs) {
        mtx.addOutput(Script.fromRaw(Buffer.from(script)), value)
      }
      mtx.sign(rings)
      const transaction = mtx.toTX()
      const made = owners.flatMap((owner, vout): Coin[] =>
        owner === undefined ? [] : [{ owner, spend: (next) => addTo(next, transaction, vout) }],
      )
      return { transaction, made }
    },
    /** Removes the newest blocks. */
    async invalidate(count: number): Promise<void> {
      const hash = await node.chain.getHash(node.chain.height - count + 1)
      await node.chain.invalidate(hash)
      await node.mempool.reset()
    },
  }
}

/** Without native code, and with a stand-in for the database that it does not use in memory. */
function install() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bcoin-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'package.json'), '{}')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent']
  execFileSync('npm', ['install', ...options, 'bcoin@1.0.2'], { cwd: folder })
  const leveldown = join(folder, 'node_modules/leveldown')
  rmSync(leveldown, { recursive: true, force: true })
  mkdirSync(leveldown)
  writeFileSync(join(leveldown, 'index.js'), 'module.exports = class {}')
  process.env.NODE_BACKEND = 'js'
  return createRequire(join(folder, 'package.json'))('bcoin')
}

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  server.close()
  return port
}
