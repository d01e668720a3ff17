import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Settings } from './startCairn.ts'

export type RunningIndexer = {
  pid: number
  /** Waits for the next line of its output that matches. */
  line: (pattern: RegExp) => Promise<void>
  stop: () => Promise<void>
}

/** Runs the built `cairn index`, as an operator does. */
export function runIndexer(settings: Settings): RunningIndexer {
  const child = spawn(process.execPath, ['build/service/main.js', 'index'], {
    env: { ...process.env, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill()
  process.once('exit', kill)
  const lines = createInterface(child.stdout)
  return {
    pid: child.pid ?? 0,
    line(pattern) {
      return new Promise((resolve, reject) => {
        const check = (line: string) => {
          if (pattern.test(line)) settle(resolve)
        }
        const fail = () => settle(() => reject(new Error('cairn index has ended')))
        const settle = (end: () => void) => {
          lines.off('line', check)
          child.off('exit', fail)
          end()
        }
        lines.on('line', check)
        child.once('exit', fail)
      })
    },
    async stop() {
      process.off('exit', kill)
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
