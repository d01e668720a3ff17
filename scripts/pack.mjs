// `npm pack` yields the client: the contract with its `createClient`, which needs valibot alone. npm
// packs the package.json and the README of the folder that it runs in, and those are the explorer's,
// with all of its dependencies: they stand aside while it packs. npm runs this before (`prepack`, with
// `aside`) and after (`postpack`, with `back`); if it is ended between the two, `back` mends it.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const ASIDE = 'build/aside'
const FILES = ['package.json', 'README.md']

const steps = { aside, back }
steps[process.argv[2]]()

function aside() {
  back()
  buildClient()
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
  mkdirSync(ASIDE, { recursive: true })
  // Renamed, so that they return with their times: a build is as new as its sources.
  for (const file of FILES) renameSync(file, join(ASIDE, file))
  writeFileSync('package.json', `${JSON.stringify(clientManifest(manifest), null, 2)}\n`)
  copyFileSync('src/contract/README.md', 'README.md')
}

function back() {
  for (const file of FILES) {
    if (existsSync(join(ASIDE, file))) renameSync(join(ASIDE, file), file)
  }
}

function buildClient() {
  rmSync('build/client', { recursive: true, force: true })
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json')
  const tsc = join(dirname(manifest), 'bin/tsc')
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.client.json'], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

function clientManifest({ name, version, license, type, engines, dependencies }) {
  const [types, entry] = ['./build/client/client.d.ts', './build/client/client.js']
  return {
    name,
    version,
    description: 'A typed client for services with token metadata and rune activity.',
    license,
    type,
    engines,
    sideEffects: false,
    exports: { '.': { types, default: entry } },
    types,
    files: ['build/client'],
    dependencies: { valibot: dependencies.valibot },
  }
}
