// Hot reload for both sides: Vite serves the explorer, the service is rebuilt and restarted on change.
import { spawn } from 'node:child_process'
import { build, createServer } from 'vite'
import { serviceBuild } from './build.mjs'

process.env.VITE_API_BASE_URL = ''
await build({ ...serviceBuild, build: { ...serviceBuild.build, watch: {} } })
await new Promise((built) => setTimeout(built, 1500))
const service = spawn(
  process.execPath,
  ['--watch-preserve-output', '--watch', 'build/service/main.js'],
  {
    stdio: 'inherit',
  },
)
process.once('exit', () => service.kill())

const explorer = await createServer()
await explorer.listen()
explorer.printUrls()
