import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { BLOCK, BLOCK_RESPONSE, openAndCache, startVisiting } from '../support/offline.ts'
import { listen, startService } from '../support/startService.ts'

const visit = startVisiting()

test('the explorer works offline when a static host serves it and the API has another origin', async () => {
  const service = await startService()
  const folder = mkdtempSync(join(tmpdir(), 'cairn-static-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const build = ['node_modules/vite/bin/vite.js', 'build', '--emptyOutDir', '--outDir', folder]
  execFileSync(process.execPath, build, {
    env: { ...process.env, NODE_ENV: 'production', VITE_API_BASE_URL: service },
  })
  const host = new Hono()
  host.use('*', serveStatic({ root: folder }))
  host.get('*', serveStatic({ root: folder, path: 'index.html' }))
  await visit(await listen(host.fetch), async (page) => {
    await openAndCache(page, BLOCK, service + BLOCK_RESPONSE)
    await page.context().setOffline(true)
    await page.goto(BLOCK)
    await page.getByText(/Retrieved/).waitFor()
    expect(await page.getByRole('row').count()).toBe(21)
    await page.goto('/device')
    await page.getByRole('link', { name: 'Block 849,250' }).waitFor()
  })
})
