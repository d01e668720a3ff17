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
import { ENDPOINTS, inTypeScript } from '../../src/contract/endpoints.ts'
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

  const examples = ENDPOINTS.flatMap(({ typescript }) => typescript ?? [])
  examples.forEach((typescript, index) => {
    writeFileSync(join(elsewhere, `example${index}.ts`), inTypeScript(typescript, origin))
  })
  const [, readme = ''] = /```ts\n(import [\s\S]*?)```/.exec(read('README.md')) ?? []
  writeFileSync(join(elsewhere, 'readme.ts'), readme.replace('http://127.0.0.1:3000', origin))
  writeFileSync(join(elsewhere, 'types.ts'), TYPED.replace('ORIGIN', origin))
  const tsc = resolve('node_modules/typescript/bin/tsc')
  const options = '--strict --target ES2023 --lib ES2023,DOM,DOM.AsyncIterable --types'.split(' ')
  const sources = readdirSync(elsewhere).filter((name) => name.endsWith('.ts'))
  run(process.execPath, [tsc, ...options, '', '--module', 'nodenext', ...sources], elsewhere)

  // The snapshot cannot tell the supply of all runes, so their example is only compiled.
  const notRun = examples.findIndex((typescript) => typescript.includes('client.etchings('))
  const runnable = sources.filter((source) => source !== `example${notRun}.ts`)
  const outputs = await Promise.all(
    runnable.map(async (source) => {
      const file = source.replace('.ts', '.js')
      const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: elsewhere })
      return [source, stdout.trim().split('\n')] as const
    }),
  )
  expect(Object.fromEntries(outputs)).toMatchObject({
    'example0.ts': ['LONG 888888888888888888 6'],
    'example1.ts': expect.arrayContaining([expect.stringMatching(/ S[PM]\w+\.\S+$/)]),
    'example2.ts': ['send 1.00', 'receive 2.00', 'mint 1.00'],
    'example3.ts': Array(4).fill(expect.stringMatching(/\S/)),
    'types.ts': ['locale-not-found at once'],
    'readme.ts': expect.arrayContaining(['LONG 888888888888888888 6', '4756 20']),
  })
}, 120_000)

/** A program that checks what the types accept and reject. */
const TYPED = `
import { type ActivityRow, createClient, RequestError, type RequestErrorKind, type Token } from 'cairn-client'

const client = createClient({ baseUrl: 'ORIGIN' })
const words: Record<Extract<RequestErrorKind, 'rate-limited' | 'changed'>, string> = {
  'rate-limited': 'wait',
  changed: 'again',
}
try {
  const token: Token = await client.token('${SAMPLE}-localized', {
    locale: 'xx',
    signal: AbortSignal.timeout(20_000),
  })
  // @ts-expect-error the field is optional.
  token.symbol.toUpperCase()
  for await (const row of client.allBlockActivity(1)) {
    const known: ActivityRow = row
    // @ts-expect-error an unreadable row has no record.
    known.record
  }
  // @ts-expect-error a transaction id is not a number.
  await client.transactionActivity(1)
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
