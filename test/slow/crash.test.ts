import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startCairn } from '../support/startCairn.ts'

test('an uncaught error is logged, and the process exits with code 1', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-crash-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // Throws on a signal, as a bug could at any time.
  const bug = `process.on('SIGUSR2', () => { throw new Error('a simulated bug') })`
  const cairn = await startCairn({
    DATA_DIR: folder,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(bug)}`,
  })
  cairn.child.kill('SIGUSR2')
  const [code] = await once(cairn.child, 'exit')
  expect(code).toBe(1)
  expect(cairn.output()).toMatch(/"level":"fatal".*a simulated bug/)
})
