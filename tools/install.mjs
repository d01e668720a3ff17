// Installs the dependencies when they are missing or older than the lock file. Runs before every
// other command, on a machine with nothing but Node, so it uses Node's own modules only.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Cairn needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

const INSTALLED = 'node_modules/.package-lock.json' // npm writes it at the end of an install

function isInstalled() {
  // Where NODE_ENV is production, npm by itself would leave out what builds the explorer.
  if (!existsSync(INSTALLED) || !existsSync('node_modules/vite')) return false
  if (statSync(INSTALLED).mtimeMs >= statSync('package-lock.json').mtimeMs) return true
  return sameLock()
}

/** A fresh checkout gives the lock file a new time, but not always new content. */
function sameLock() {
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  const present = JSON.parse(readFileSync(INSTALLED, 'utf8')).packages
  return (
    Object.entries(present).every(([path, { version }]) => wanted[path]?.version === version) &&
    Object.entries(wanted).every(
      ([path, { optional }]) => path === '' || optional || path in present,
    )
  )
}

if (!isInstalled()) {
  console.log('Installing the dependencies …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}
