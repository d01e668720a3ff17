// Builds what `npm start` runs into build/: the explorer for the browser and the service for Node.
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const STAMP = 'build/.complete'
const SOURCES = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'package.json',
]

/** Builds the explorer and the service unless the last complete build is newer than every source. */
export async function buildIfStale() {
  if (existsSync(STAMP) && statSync(STAMP).mtimeMs > Math.max(...SOURCES.map(newest))) return
  console.log('Building the explorer and the service …')
  // The explorer that our service serves talks to it, whatever a static build was pointed at.
  process.env.VITE_API_BASE_URL = ''
  await build({ logLevel: 'warn', build: { outDir: 'build/explorer', emptyOutDir: true } })
  await build(serviceBuild)
  writeFileSync(STAMP, '')
}

/** @type {import('vite').InlineConfig} */
export const serviceBuild = {
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: 'src/service/main.ts',
    outDir: 'build/service',
    emptyOutDir: true,
    target: 'node20',
  },
}

function newest(path) {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
