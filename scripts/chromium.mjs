// Makes sure that the browser tests find a Chrome or Chromium: an installed one, else Debian's
// package where we may install it, else Playwright's own download. Says what it does.
import { spawnSync } from 'node:child_process'
import { findChromium } from './findChromium.mjs'

function run(command, parameters) {
  console.log(`> ${command} ${parameters.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, parameters, { stdio: 'inherit', env }).status === 0
}

function installFromDebian() {
  const isDebian = spawnSync('apt-get', ['--version']).status === 0
  if (!isDebian || process.getuid?.() !== 0) return false
  return run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', 'chromium'])
}

if (findChromium() === undefined) {
  console.log('The browser tests need Chrome or Chromium and found none: getting one.')
  const got =
    installFromDebian() ||
    run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'])
  if (!got || findChromium() === undefined) {
    console.error('No Chromium could be installed. Install one and name it with CHROME_PATH.')
    process.exit(1)
  }
}
