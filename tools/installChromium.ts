// Installs Chromium if neither Chrome nor Chromium is found: Debian's package if we may install it,
// otherwise the download of playwright-core. With the argument `any`, a headless shell is enough.
import { spawnSync } from 'node:child_process'
import { findChromium, findTestChromium } from './findChromium.ts'

const isAny = process.argv[2] === 'any'
const find = isAny ? findTestChromium : findChromium

function run(command: string, parameters: string[]): boolean {
  console.log(`> ${command} ${parameters.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, parameters, { stdio: 'inherit', env }).status === 0
}

function installFromDebian(): boolean {
  const isDebian = spawnSync('apt-get', ['--version']).status === 0
  if (!isDebian || process.getuid?.() !== 0) return false
  const install = (name: string) => run('apt-get', ['install', '-y', '-qq', name])
  if (!run('apt-get', ['update', '-qq'])) return false
  return (isAny && install('chromium-headless-shell')) || install('chromium')
}

if (find() === undefined) {
  console.log('Chrome or Chromium is needed, but none was found. Installing Chromium …')
  const got =
    installFromDebian() ||
    run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'])
  if (!got || find() === undefined) {
    console.error('Chromium could not be installed. Install it, and set CHROME_PATH to its path.')
    process.exit(1)
  }
}
