import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { convertImage } from '../../src/tokenFollower/convertImage.ts'
import { startInstalled } from '../support/startCairn.ts'

test('the packed package installs in an empty folder, without a build or a script, and starts there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-package-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  npm(['pack', '--pack-destination', folder], '.')
  const [tarball = ''] = readdirSync(folder)
  const elsewhere = join(folder, 'assets/elsewhere')
  mkdirSync(elsewhere, { recursive: true })
  const began = performance.now()
  // As npx does, with an empty cache.
  const cache = join(folder, 'cache')
  npm(
    ['install', '--no-save', '--ignore-scripts', '--cache', cache, join(folder, tarball)],
    elsewhere,
  )
  const installed = performance.now()

  const cairn = await startInstalled(elsewhere)
  const home = await get(cairn.origin, '/')
  const sent = performance.now()
  expect(home).toContain('<h1')
  expect(await get(cairn.origin, '/block/840002')).toContain('840,002')
  expect(await get(cairn.origin, '/health')).toContain('ready')
  // Drawn with fonts from dependencies.
  expect(await get(cairn.origin, '/previews/block/840002.png')).toContain('PNG')
  const icon = await fetch(`${cairn.origin}/favicon.svg`)
  expect(icon.headers.get('Cache-Control'), 'in a folder named assets').toBe('no-cache')
  await cairn.stop()
  expect(cairn.child.exitCode).toBe(0)

  await expectConversion(join(elsewhere, 'node_modules/cairn/build/service/imageProcess.js'))

  expect(existsSync(join(elsewhere, 'data/tokens-bundled.db'))).toBe(true)
  const packed = readdirSync(join(elsewhere, 'node_modules/cairn'))
  expect(packed).toEqual(['LICENSE', 'README.md', 'build', 'package.json', 'src'])
  const seconds = [installed - began, sent - installed].map((ms) => (ms / 1000).toFixed(1))
  console.log(`Install: ${seconds[0]} s. First page: ${seconds[1]} s after that.`)
})

/** A picture of the explorer is one that it can convert. */
async function expectConversion(file: string): Promise<void> {
  const process = { arguments: [file], timeoutMs: 30_000 }
  const never = new AbortController().signal
  const converted = await convertImage(readFileSync('public/icon-512.png'), process, never)
  expect(converted).toMatchObject({ width: 512, height: 512, thumbnail: expect.any(Buffer) })
}

function npm(args: string[], cwd: string): void {
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--silent'], { cwd, encoding: 'utf8' })
}

async function get(origin: string, path: string): Promise<string> {
  const response = await fetch(origin + path, { headers: { Accept: 'text/html' } })
  expect(response.status, path).toBe(200)
  return await response.text()
}
