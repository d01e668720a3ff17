import { execFile, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startService } from '../support/startService.ts'

const SAMPLE = 'ST000000000000000000002AMW42H.cairn-sample'

/** The files that `npm pack -w` reads, except node_modules. */
const PACKED_FROM = ['package.json', 'package-lock.json', 'tsconfig.json', 'src/contract']

test('npm pack -w creates a package that depends only on valibot, and its examples compile and run', async () => {
  const origin = await startService()
  const folder = mkdtempSync(join(tmpdir(), 'cairn-pack-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // Packs a copy, because building in place would make the build of the explorer stale.
  const [checkout, elsewhere] = [join(folder, 'checkout'), join(folder, 'elsewhere')]
  for (const path of PACKED_FROM) cpSync(path, join(checkout, path), { recursive: true })
  symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'))
  run('npm', ['pack', '-w', 'cairn-client', '--pack-destination', folder], checkout)

  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, 'package.json'), '{ "type": "module" }')
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  // Installs without a registry, so valibot comes from node_modules.
  const packages = [join(folder, tarball ?? ''), resolve('node_modules/valibot')]
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...packages], elsewhere)
  const installed = readdirSync(join(elsewhere, 'node_modules')).filter((name) => !/^\./.test(name))
  expect(installed).toEqual(['cairn-client', 'valibot'])
  const read = (path: string) =>
    readFileSync(join(elsewhere, 'node_modules/cairn-client', path), 'utf8')
  expect(JSON.parse(read('package.json')).dependencies).toEqual({ valibot: expect.any(String) })
  expect(read('README.md')).toMatch(/^# Cairn client/)

  const [, readme = ''] = /```ts\n(import [\s\S]*?)```/.exec(read('README.md')) ?? []
  writeFileSync(join(elsewhere, 'readme.ts'), readme.replace('http://127.0.0.1:3000', origin))
  writeFileSync(join(elsewhere, 'types.ts'), TYPED.replace('ORIGIN', origin))
  const tsc = resolve('node_modules/typescript/bin/tsc')
  const options = '--strict --target ES2023 --lib ES2023,DOM,DOM.AsyncIterable --types'.split(' ')
  const sources = readdirSync(elsewhere).filter((name) => name.endsWith('.ts'))
  run(process.execPath, [tsc, ...options, '', '--module', 'nodenext', ...sources], elsewhere)

  const outputs = await Promise.all(
    ['readme.js', 'types.js'].map(async (file) => {
      const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: elsewhere })
      return stdout.trim().split('\n')
    }),
  )
  expect(outputs).toEqual([
    [
      'LONG 888888888888888888 6',
      '1612 20',
      ...Array(7).fill(expect.stringMatching(/^bc1p\w+ \d+\.\d{12}$/)),
      'not-found 404',
    ],
    ['locale-not-found at once'],
  ])
}, 120_000)

/** A program that checks what the types accept and reject. */
const TYPED = `
import { type ActivityRow, createClient, RequestError, type RequestErrorKind, type Token } from 'cairn-client'

const client = createClient({ baseUrl: 'ORIGIN' })
const words: Record<Extract<RequestErrorKind, 'rate-limited' | 'timeout'>, string> = {
  'rate-limited': 'wait',
  timeout: 'again',
}
try {
  const given = { principal: '${SAMPLE}-localized', locale: 'xx' }
  const token: Token = await client.get('token', given, { signal: AbortSignal.timeout(20_000) })
  // @ts-expect-error the field is optional.
  token.symbol.toUpperCase()
  for await (const row of client.all('blockActivity', { block: 1 })) {
    const known: ActivityRow = row
    // @ts-expect-error an unreadable row has no record.
    known.record
  }
  // @ts-expect-error a token has no pages.
  client.all('token', given)
  // @ts-expect-error there is no such endpoint.
  await client.get('tokenActivity', given)
  // @ts-expect-error the parameter is missing.
  await client.get('transactionActivity', {})
} catch (error) {
  if (!(error instanceof RequestError)) throw error
  // @ts-expect-error not one of the kinds.
  if (error.kind === 'nonsense') console.log(words)
  console.log(error.kind, error.retryAfter?.toFixed() ?? 'at once')
}
`

function run(command: string, parameters: string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, parameters, { cwd, encoding: 'utf8' })
  expect(status, `${command} ${parameters.join(' ')}\n${stdout}${stderr}`).toBe(0)
}
