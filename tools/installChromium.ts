// Makes sure that a Chrome or Chromium is found, of any kind with the word `any`: an installed one, else
// Debian's package where we may install it, else Playwright's own download. Says what it does.
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
  console.log('This needs Chrome or Chromium and found none: getting one.')
  const got =
    installFromDebian() ||
    run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'])
  if (!got || find() === undefined) {
    console.error('No Chromium could be installed. Install one and name it with CHROME_PATH.')
    process.exit(1)
  }
}
