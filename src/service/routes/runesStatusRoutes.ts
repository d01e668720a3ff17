import { Hono } from 'hono'
import { PATHS, withoutVersion } from '../../contract/paths.ts'
import type { RunesStatus } from '../../contract/runesStatus.ts'
import type { Database } from '../database/database.ts'
import { jsonResponse } from '../http/jsonResponse.ts'
import type { ResponseCache } from '../http/responseCache.ts'
import { readTip } from '../queries/readTip.ts'

type Options = { runes: Database; version: string; cache: ResponseCache }

/** The status of the runes API: the height of the newest block. */
export function runesStatusRoutes({ runes, version, cache }: Options): Hono {
  const app = new Hono()
  const respond = cache.cached(
    () => PATHS.runesStatus,
    async () => {
      const tip = await readTip(runes.query)
      const status: RunesStatus = {
        server_version: `cairn ${version}`,
        status: 'ready',
        ...(tip !== undefined && { block_height: tip.height }),
      }
      return jsonResponse(status, ['ledger', 'tip'])
    },
  )
  for (const path of [PATHS.runesStatus, withoutVersion(PATHS.runesStatus)]) {
    // The router ignores a slash at the end.
    app.get(path.slice(0, -1), (c, next) => {
      // Without the slash, /runes is an address of the explorer.
      return new URL(c.req.url).pathname === '/runes' ? next() : respond(c, next)
    })
  }
  return app
}
