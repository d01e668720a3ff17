import { readdirSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { CACHE_CONTROL } from '../http/cacheHeaders.ts'
import type { Explorer } from '../pages/explorer.ts'

/**
 * The built explorer's files. Vite copies those of `public/` beside them. Other paths, including those of
 * missing files, go on to the other routes; missing files end in `pageRoutes.ts`.
 */
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
    onFound: (_, c) =>
      c.header(
        'Cache-Control',
        c.req.path.startsWith('/assets/') ? CACHE_CONTROL.asset : CACHE_CONTROL.file,
      ),
  })
  app.get('*', (c, next) => (files.has(c.req.path) ? serve(c, next) : next()))
  return app
}
