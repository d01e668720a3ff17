// Builds the explorer and the service unless every source is older than the last complete build.
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Its time is when the last complete build began: what was changed meanwhile may not be in it. */
const STAMP = 'build/.complete'

const SOURCES = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'tools/build.ts',
  'package-lock.json',
  'package.json',
]

if (isStale()) {
  console.log('Building the explorer and the service …')
  const beganAt = new Date()
  // Imported only here, because loading Vite takes longer than the check.
  const { buildAll } = await import('./build.ts')
  await buildAll()
  writeFileSync(STAMP, '')
  utimesSync(STAMP, beganAt, beganAt)
}

function isStale(): boolean {
  return !existsSync(STAMP) || statSync(STAMP).mtimeMs <= Math.max(...SOURCES.map(newest))
}

/** The time of the last change of a file, or of any file in a folder, in Unix milliseconds. */
function newest(path: string): number {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
