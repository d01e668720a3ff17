import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The built program. Run it outside the checkout, whose .env has the developer's own settings. */
const MAIN = resolve('build/service/main.js')

export type Cairn = {
  origin: string
  child: ChildProcess
  output: () => string
  stop: () => Promise<void>
}

/** Runs the built service, as `npm start` does, on a free port. Resolves when it prints its URL. */
export function startCairn(
  settings: { DATA_DIR: string } & Record<string, string>,
  args: string[] = [],
): Promise<Cairn> {
  // Tests contact no other machine.
  return untilStarted(run({ PORT: '0', IMAGE_HOSTS: 'none', ...settings }, args))
}

/** Runs the installed package in `folder`, on a free port. Resolves when it prints its URL. */
export function startInstalled(folder: string): Promise<Cairn> {
  const options = { cwd: folder, env: withSettings({ PORT: '0' }) }
  return untilStarted(collectOutput(spawn(resolve(folder, 'node_modules/.bin/cairn'), options)))
}

async function untilStarted({ child, output }: Program): Promise<Cairn> {
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = /Cairn is at (http:\/\/\S+)\n/.exec(output())?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`exit ${code}: ${output()}`)))
  })
  return {
    origin,
    child,
    output,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Runs the service and waits until it exits by itself. */
export async function runToExit(
  environment: Record<string, string>,
  args: string[] = [],
  folder = tmpdir(),
) {
  const { child, output } = run(environment, args, folder)
  const [code] = await once(child, 'close')
  return { code, output: output() }
}

/** Starts the service and kills it as soon as its output matches. */
export async function startAndKill(dataDir: string, when: RegExp): Promise<void> {
  const { child, output } = run({ DATA_DIR: dataDir, PORT: '0' })
  child.stdout?.on('data', () => {
    if (when.test(output())) child.kill('SIGKILL')
  })
  const [, signal] = await once(child, 'close')
  if (signal !== 'SIGKILL') throw new Error(`exited before it was killed: ${output()}`)
}

/** Runs a command until its output matches, and stops it as a signal does. */
export async function runUntil(
  settings: Record<string, string>,
  args: string[],
  when: RegExp,
): Promise<void> {
  const { child, output } = run(settings, args)
  child.stdout?.on('data', () => {
    if (when.test(output())) child.kill('SIGTERM')
  })
  await once(child, 'close')
  if (!when.test(output())) throw new Error(`it ended by itself: ${output()}`)
}

type Program = { child: ChildProcess; output: () => string }

function run(settings: Record<string, string>, args: string[] = [], folder = tmpdir()): Program {
  const options = { cwd: folder, env: withSettings(settings) }
  return collectOutput(spawn(process.execPath, [MAIN, ...args], options))
}

function withSettings(settings: Record<string, string>): NodeJS.ProcessEnv {
  const watched = process.env.WATCH_FOLDER !== undefined && { NODE_OPTIONS: `--import=${WATCH}` }
  return { ...process.env, ...watched, HOST: '127.0.0.1', ...settings, NODE_ENV: 'production' }
}

/** Where `watchServing.ts` was set up, each program is watched. */
const WATCH = pathToFileURL(resolve('test/support/watchServingThread.mjs')).href

function collectOutput(child: ChildProcess): Program {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  return { child, output: () => output }
}
