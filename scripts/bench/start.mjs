import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Starts Cairn as `npm start` does, over a new database, on a free port. */
export async function startCairn() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
  const cairn = await startOver(folder)
  const stop = async () => {
    await cairn.stop()
    rmSync(folder, { recursive: true })
  }
  return { ...cairn, folder, stop }
}

/** The same over the database in `folder`. `cpu` tells the microseconds of CPU it has used so far. */
export async function startOver(folder) {
  const reporter = new URL('./reportCpu.mjs', import.meta.url).href
  const child = spawn(process.execPath, ['--import', reporter, 'scripts/start.mjs'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: `file:${folder}/cairn.db`,
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
  const cpu = () =>
    new Promise((told) => {
      child.once('message', ({ user, system }) => told(user + system))
      child.send('cpu')
    })
  const stop = () => new Promise((stopped) => child.once('exit', stopped) && child.kill('SIGTERM'))
  return { origin, cpu, stop }
}
