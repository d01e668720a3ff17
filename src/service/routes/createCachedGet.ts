import type { Context, Hono } from 'hono'
import { withoutVersion } from '../../contract/paths.ts'
import type { ResponseCache } from '../http/responseCache.ts'

type CachedRoute<Parameters extends unknown[]> = {
  /** @throws {HttpProblem} 400 */
  parse: (c: Context) => Parameters
  /** The canonical path with these parameters: the cache key. */
  pathOf: (...parameters: Parameters) => string
  respond: (...parameters: Parameters) => Promise<Response>
}

/** Returns a function that adds a cached route to `app`. A path under `/runes/v1/` is also served without `/v1`. */
export function createCachedGet(app: Hono, cache: ResponseCache) {
  // `| []` makes TypeScript infer a tuple.
  return <Parameters extends unknown[] | []>(
    path: string,
    { parse, pathOf, respond }: CachedRoute<Parameters>,
  ): void => {
    app.on('GET', [...new Set([path, withoutVersion(path)])], async (c, next) => {
      const parameters = parse(c)
      const handle = cache.cached(
        () => pathOf(...parameters),
        () => respond(...parameters),
      )
      return handle(c, next)
    })
  }
}
