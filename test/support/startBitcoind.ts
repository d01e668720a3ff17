// A real Bitcoin node, on regtest: `bitcoind` of Bitcoin Core or Bitcoin Knots.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { onTestFinished } from 'vitest'
import { listen } from '../../tools/listen.ts'
import { makeFolder } from './tokens/databases.ts'

/** The name of the program; undefined if there is none. */
export const BITCOIND = findBitcoind()

/** For the user `cairn`. Tests use the cookie file, which no whitelist restricts. */
const PASSWORD = 'secret'
const START_RETRY_MS = 50

/** Knots refuses what Core relays; both refuse on regtest only what this does not allow. */
const POLICY = ['-acceptnonstdtxn=1', '-datacarriersize=1000000', '-minrelaytxfee=0.00000100']
const KNOTS_POLICY = ['-rejecttokens=0', '-rejectparasites=0', '-corepolicy=1']

export type Bitcoind = {
  /** Without a password. */
  url: string
  /** With that of the user `cairn`. */
  urlWithPassword: string
  cookieFile: string
  /** Calls an RPC method. @throws with the node's message. */
  call: (method: string, ...params: unknown[]) => Promise<unknown>
  /** Sends a signal, such as SIGSTOP. */
  signal: (name: NodeJS.Signals) => void
  stop: () => Promise<void>
  /** With the same chain, at the same port, and with a new cookie. */
  start: () => Promise<void>
}

/** Starts a node with an empty chain, until the end of the test. */
export async function startBitcoind(options: string[] = []): Promise<Bitcoind> {
  const [folder, port] = [makeFolder(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const cookieFile = join(folder, 'regtest/.cookie')
  let child: ChildProcess | undefined

  async function call(method: string, ...params: unknown[]): Promise<unknown> {
    const authorization = `Basic ${Buffer.from(readFileSync(cookieFile)).toString('base64')}`
    const body = JSON.stringify({ method, params })
    const response = await fetch(url, { method: 'POST', headers: { authorization }, body })
    const { result, error } = v.parse(Reply, await response.json())
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  async function start(): Promise<void> {
    const started = spawn(BITCOIND ?? '', [...argumentsOf(folder, port), ...options])
    child = started
    let isRunning = true
    started.once('exit', () => {
      isRunning = false
    })
    while (!(await call('getblockcount').then(isNumber, () => false))) {
      if (!isRunning) throw new Error(`bitcoind ended: ${started.stderr?.read()}`)
      await setTimeout(START_RETRY_MS)
    }
  }

  async function stop(): Promise<void> {
    const running = child
    child = undefined
    if (running === undefined || running.exitCode !== null) return
    running.kill('SIGCONT')
    running.kill('SIGTERM')
    await once(running, 'exit')
  }

  await start()
  onTestFinished(stop)
  const urlWithPassword = `http://cairn:${PASSWORD}@127.0.0.1:${port}`
  return {
    url,
    urlWithPassword,
    cookieFile,
    call,
    stop,
    start,
    signal: (name) => child?.kill(name),
  }
}

const Reply = v.object({
  result: v.unknown(),
  error: v.nullish(v.object({ message: v.string() })),
})

function isNumber(value: unknown): boolean {
  return typeof value === 'number'
}

function argumentsOf(folder: string, port: number): string[] {
  const isKnots = execFileSync(BITCOIND ?? '', ['-version'])
    .toString()
    .includes('Knots')
  const hmac = createHmac('sha256', 'salt').update(PASSWORD).digest('hex')
  const offline = ['-listen=0', '-connect=0', '-dnsseed=0', '-discover=0']
  const rpc = ['-server=1', '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1', `-rpcport=${port}`]
  const memory = ['-dbcache=50', '-disablewallet=1', '-printtoconsole=0', '-txindex=0']
  return [
    '-regtest',
    `-datadir=${folder}`,
    '-conf=/dev/null',
    `-rpcauth=cairn:salt$${hmac}`,
    '-rpcwhitelistdefault=0',
    ...offline,
    ...rpc,
    ...memory,
    ...POLICY,
    ...(isKnots ? KNOTS_POLICY : []),
  ]
}

function findBitcoind(): string | undefined {
  const { BITCOIND: named, PATH = '' } = process.env
  if (named !== undefined) return named
  return PATH.split(delimiter)
    .map((folder) => join(folder, 'bitcoind'))
    .find(existsSync)
}

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  server.close()
  return port
}
