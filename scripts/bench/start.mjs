import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Starts Cairn as `npm start` does, over a database that has the snapshot, on a free port. */
export async function startCairn() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
  const url = `file:${folder}/cairn.db`
  // The first start fills the database, which those after it do not.
  await (await startOver(url)).stop()
  const cairn = await startOver(url)
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
  // As `npm start` does: less room for what lives a moment only, which is memory that is given back.
  const options = ['--max-semi-space-size=4', '--import', reporter]
  const child = spawn(process.execPath, [...options, 'scripts/start.mjs'], {
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
