import type { FetchCallback } from '../../src/service/http/server.ts'
import { createTestService, listenUntilStopped, type TestServiceOptions } from './startService.ts'

/** Starts a service with the snapshot. Tests can replace its responses. */
export async function startUpstream(options: TestServiceOptions = {}) {
  const real = createTestService({ pages: 'client-rendered', ...options })
  const requests: string[] = []
  let respond: FetchCallback = real.fetch
  const { origin, stop } = await listenUntilStopped((request, env) => {
    const { pathname, search } = new URL(request.url)
    requests.push(pathname + search)
    return respond(request, env)
  })
  return {
    origin,
    stop,
    /** The requested paths. */
    requests,
    /** Replaces all further responses, or restores the real ones. */
    respondWith: (replacement: FetchCallback = real.fetch) => {
      respond = replacement
    },
  }
}
