import { readdirSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { Explorer } from '../pages/explorer.ts'

/** The built explorer's files. Vite copies those of `public/` beside them. */
export function fileRoutes({ folder }: Explorer): Hono {
  const app = new Hono()
  const files = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => `/${file.replaceAll('\\', '/')}`)
      // The build's manifest is not served.
      .filter((path) => !path.startsWith('/.')),
  )
  const serve = serveStatic({
    root: folder,
    precompressed: true,
    onFound: (path, c) => c.header('Cache-Control', cacheControlOf(path)),
  })
  app.get('*', (c, next) => (files.has(c.req.path) ? serve(c, next) : next()))
  return app
}

/** The names of assets change with their content. */
function cacheControlOf(path: string): string {
  return path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}
