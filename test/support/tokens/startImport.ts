import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { DatabaseSettings } from './databases.ts'

const PROGRAM = `import { runImport } from './src/service/imports/runImport.ts'
  process.exitCode = await runImport(process.argv.slice(1), process.env)`

export type RunningImport = {
  child: ChildProcess
  output: () => string
  ended: Promise<number | null>
}

/** Starts an import in a process of its own, which can be killed. */
export function startImport(database: DatabaseSettings, args: string[]): RunningImport {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM, '--', ...args],
    { env: { ...process.env, ...database } },
  )
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code) }
}
