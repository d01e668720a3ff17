// `npm run lighthouse` audits the main pages, as on a phone. npx downloads Lighthouse 12.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCairn } from './bench/startCairn.ts'
import { report } from './bench/statistics.ts'
import { findChromium, QUIET_FLAGS } from './findChromium.ts'

type LighthouseReport = {
  runtimeError?: { code: string }
  categories: Record<string, { id: string; score: number }>
}

const PAGES = {
  token: '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin',
  transaction: '/tx/1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b',
  block: '/block/840006',
  home: '/',
}
const FLAGS = ['--headless', ...QUIET_FLAGS].join(' ')
const MAX_TRIES = 5

const cairn = await startCairn()
const folder = mkdtempSync(join(tmpdir(), 'cairn-lighthouse-'))
for (const [name, path] of Object.entries(PAGES)) {
  await fetch(cairn.origin + path, { headers: { accept: 'text/html' } })
  for (const { id, score } of Object.values(judge(cairn.origin + path).categories)) {
    report(`${name}: ${id}`, Math.round(score * 100), { least: 95 })
  }
}
rmSync(folder, { recursive: true })
await cairn.stop()

/** Repeats the audit if Lighthouse reports an error, as when it missed the start of the load. */
function judge(url: string): LighthouseReport {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const file = join(folder, 'report.json')
    spawnSync(
      'npx',
      [
        '--yes',
        'lighthouse@12',
        url,
        '--quiet',
        '--output=json',
        `--output-path=${file}`,
        `--chrome-flags=${FLAGS}`,
      ],
      { env: { ...process.env, CHROME_PATH: findChromium() } },
    )
    const report: LighthouseReport = JSON.parse(readFileSync(file, 'utf8'))
    if (report.runtimeError === undefined) return report
    console.log(`Lighthouse failed (${report.runtimeError.code}). Trying again …`)
  }
  throw new Error(`Lighthouse could not audit ${url} in ${MAX_TRIES} attempts.`)
}
