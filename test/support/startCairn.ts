import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export type Cairn = {
  origin: string
  child: ChildProcess
  output: () => string
  stop: () => Promise<void>
}

/** Runs the built service, as `npm start` does, on a free port. Resolves when it prints its URL. */
export async function startCairn(
  databaseFile: string,
  settings: Record<string, string> = {},
): Promise<Cairn> {
  const { child, output } = run({ DATABASE_URL: `file:${databaseFile}`, PORT: '0', ...settings })
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = /Cairn is at (http:\/\/\S+)[\s\S]*\/block\/849250\n/.exec(output())?.[1]
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
export async function runToExit(environment: Record<string, string>, args: string[] = []) {
  const { child, output } = run(environment, args)
  const [code] = await once(child, 'close')
  return { code, output: output() }
}

/** Starts the service and kills it as soon as its output matches. */
export async function startAndKill(databaseFile: string, when: RegExp): Promise<void> {
  const { child, output } = run({ DATABASE_URL: `file:${databaseFile}`, PORT: '0' })
  child.stdout?.on('data', () => {
    if (when.test(output())) child.kill('SIGKILL')
  })
  const [, signal] = await once(child, 'close')
  if (signal !== 'SIGKILL') throw new Error(`exited before it was killed: ${output()}`)
}

function run(
  environment: Record<string, string>,
  args: string[] = [],
): { child: ChildProcess; output: () => string } {
  const command = ['--max-semi-space-size=4', 'build/service/main.js', ...args]
  const child = spawn(process.execPath, command, {
    env: { ...process.env, HOST: '127.0.0.1', ...environment, NODE_ENV: 'production' },
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  return { child, output: () => output }
}
