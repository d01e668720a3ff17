import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Settings = Record<string, string>
export type RunningService = { origin: string; pid: number; stop: () => Promise<void> }

/** Starts the service over a new index of the bundled blocks; `settings` name its folder. */
export async function startCairn(): Promise<RunningService & { settings: Settings }> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
  const settings = { DATA_DIR: folder }
  // The first start indexes the blocks, which takes memory that later starts do not.
  await (await startService(settings)).stop()
  const service = await startService(settings)
  const stop = () => service.stop().then(() => rmSync(folder, { recursive: true }))
  return { ...service, settings, stop }
}

/** Starts the built service as `npm start` does, on a free port of loopback. */
export async function startService(settings: Settings): Promise<RunningService> {
  // Pages contact no other machine.
  const address = { HOST: '127.0.0.1', PORT: '0', IMAGE_HOSTS: 'none' }
  const child = spawn(process.execPath, ['build/service/main.js'], {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...address, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill()
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  let output = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk
    const origin = /Cairn is at (\S+)\n/.exec(output)?.[1]
    if (origin === undefined) continue
    // A full pipe would block the service.
    child.stdout.resume()
    return { origin, pid: child.pid ?? 0, stop }
  }
  throw new Error(`The service did not start: ${output}`)
}
