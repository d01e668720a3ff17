import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The file that says when the last complete build ended. */
export const STAMP = 'build/.complete'

const SOURCES = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/build.mjs',
  'package-lock.json',
  'package.json',
]

/**
 * Builds the explorer and the service unless the last complete build is newer than every source. In a
 * process of its own: what it takes of memory is given back, and a start that builds nothing loads
 * none of it.
 */
export function buildIfStale() {
  if (existsSync(STAMP) && statSync(STAMP).mtimeMs > Math.max(...SOURCES.map(newest))) return
  console.log('Building the explorer and the service …')
  const script = "import { buildAll } from './scripts/build.mjs'; await buildAll()"
  // Tests and tools that ask for it would otherwise get a build for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  // A module: `node -e` alone defines a global __dirname, which misleads vite-plugin-pwa.
  const args = ['--input-type=module', '-e', script]
  const { status } = spawnSync(process.execPath, args, { env, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function newest(path) {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
