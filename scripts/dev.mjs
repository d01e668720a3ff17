// Hot reload for both sides: Vite serves the explorer, the service is rebuilt and restarted on change.
import { spawn } from 'node:child_process'
import { build, createServer } from 'vite'
import { serviceBuild } from './build.mjs'

process.env.VITE_API_BASE_URL = ''
const watcher = await build({ ...serviceBuild, build: { ...serviceBuild.build, watch: {} } })
await new Promise((built) => watcher.on('event', ({ code }) => code === 'END' && built()))
const service = spawn(
  process.execPath,
  ['--watch-preserve-output', '--watch', 'build/service/main.js'],
  {
    stdio: 'inherit',
  },
)
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    service.kill()
    process.exit()
  })
}

const explorer = await createServer()
await explorer.listen()
explorer.printUrls()
