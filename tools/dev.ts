// Hot reload for both sides: Vite serves the explorer, the service is rebuilt and restarted on change.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { build, createServer } from 'vite'
import { serviceBuild } from './build.ts'

// For the port in vite.config.ts; the service reads it too.
if (existsSync('.env')) process.loadEnvFile()
process.env.VITE_API_BASE_URL = ''
await watchService()
const service = spawn(
  process.execPath,
  ['--watch-preserve-output', '--watch', 'build/service/main.js'],
  { stdio: 'inherit' },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    service.kill()
    process.exit()
  })
}

// The build has set it to production.
process.env.NODE_ENV = 'development'
const explorer = await createServer()
await explorer.listen()
explorer.printUrls()

/** Resolves when the first build has ended. */
async function watchService(): Promise<void> {
  const watcher = await build({ ...serviceBuild, build: { ...serviceBuild.build, watch: {} } })
  if (!('on' in watcher)) throw new Error('Vite built the service once instead of watching it.')
  await new Promise<void>((resolve) => {
    watcher.on('event', ({ code }) => {
      if (code === 'END') resolve()
    })
  })
}
