import { Hono } from 'hono'
import type { Database } from '../../database/database.ts'
import { createAdmission, DATA_LIMITS } from '../http/admission.ts'
import { CACHE_CONTROL, CACHE_TAG } from '../http/cacheHeaders.ts'
import { notFound } from '../http/httpProblem.ts'
import { createResponseCache } from '../http/responseCache.ts'
import { CORS_HEADERS } from '../http/securityHeaders.ts'
import type { Service } from '../service.ts'

/** Images have a cache of their own, so that they take no place from data. */
const CACHE_BYTES = 16 * 1024 * 1024

type Options = Pick<Service, 'databases' | 'clientOf' | 'monotonicMs'>

/** The images of tokens, as Cairn converted them: never what a host sent. */
export function imageRoutes({ databases, clientOf, monotonicMs }: Options): Hono {
  const app = new Hono()
  const cache = createResponseCache({
    maxBytes: CACHE_BYTES,
    // The address of an image has the hash of what it was made from.
    readVersions: async () => ({}),
    admission: createAdmission({ clientOf, ...DATA_LIMITS }),
    monotonicMs,
  })
  app.get(
    '/images/:file{[0-9a-f]{64}(-300)?\\.webp}',
    cache.cached(
      (c) => c.req.path,
      async (c) => {
        const [, hash = '', small] = /([0-9a-f]{64})(-300)?\.webp$/.exec(c.req.path) ?? []
        const bytes = await readImage(databases.tokens, hash, small ? SMALL : 'image')
        return new Response(bytes, { headers: HEADERS })
      },
    ),
  )
  return app
}

const SMALL = 'coalesce(thumbnail, image)'

const HEADERS = {
  'Access-Control-Allow-Origin': CORS_HEADERS['Access-Control-Allow-Origin'],
  'Cache-Control': CACHE_CONTROL.asset,
  'Content-Type': 'image/webp',
  [CACHE_TAG]: 'final',
}

/** @throws {HttpProblem} 404 */
async function readImage({ query }: Database, hash: string, column: string) {
  const rows = await query(`SELECT ${column} AS image FROM token_images WHERE hash = $1`, [hash])
  const image = rows[0]?.image
  if (!(image instanceof Uint8Array || image instanceof ArrayBuffer)) {
    throw notFound('there is no such image')
  }
  return new Uint8Array(image)
}
