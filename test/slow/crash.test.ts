import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startCairn } from '../support/startCairn.ts'

test('after an error that nobody caught the process logs it and exits with 1', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-crash-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // Fails on a signal, as a bug may at any time.
  const bug = `process.on('SIGUSR2', () => { throw new Error('a bug at home') })`
  const cairn = await startCairn(join(folder, 'cairn.db'), {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(bug)}`,
  })
  cairn.child.kill('SIGUSR2')
  const [code] = await once(cairn.child, 'exit')
  expect(code).toBe(1)
  expect(cairn.output()).toMatch(/"level":"fatal".*a bug at home/)
})
