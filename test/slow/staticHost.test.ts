import { execFileSync } from 'node:child_process'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { test } from 'vitest'
import { startBrowsing } from '../support/browse.ts'
import { listen, startService } from '../support/startService.ts'
import { makeFolder } from '../support/tokens/databases.ts'

const visit = startBrowsing(/a^/)

test('static files show the data of a service at another origin', async () => {
  const service = await startService()
  const folder = makeFolder()
  execFileSync('npm', ['run', 'build:static', '--', '--emptyOutDir', '--outDir', folder], {
    env: { ...process.env, NODE_ENV: 'production', VITE_API_BASE_URL: service },
  })
  const host = new Hono()
  host.use('*', serveStatic({ root: folder }))
  host.get('*', serveStatic({ root: folder, path: 'index.html' }))
  await visit({ baseURL: await listen(host.fetch) }, async (page) => {
    await page.goto('/block/840002')
    await page.getByText('UNCOMMON•GOODS').first().waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
  })
})
