import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Starts Cairn as `npm start` does, over a new database with the snapshot, on a free port. */
export async function startCairn() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
  const cairn = await startOver(`file:${folder}/cairn.db`)
  const stop = async () => {
    await cairn.stop()
    rmSync(folder, { recursive: true })
  }
  return { ...cairn, stop }
}

/**
 * The same over the database at `url`. `usage` tells the microseconds of CPU it has used so far and the
 * bytes of memory that it holds now.
 */
export async function startOver(url) {
  const reporter = new URL('./reportUsage.mjs', import.meta.url).href
  const child = spawn(process.execPath, ['--import', reporter, 'scripts/start.mjs'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
      DATABASE_URL: url,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let output = ''
  const origin = await new Promise((resolve) =>
    child.stdout.on('data', (chunk) => {
      output += chunk
      const found = /Cairn is at (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    }),
  )
  const usage = () =>
    new Promise((told) => {
      child.once('message', told)
      child.send('usage')
    })
  const stop = () => new Promise((stopped) => child.once('exit', stopped) && child.kill('SIGTERM'))
  return { origin, usage, stop }
}
