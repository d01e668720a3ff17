import { Hono } from 'hono'
import { EVENTS_PATH } from '../../src/contract/endpoints.ts'
import type { JsonObject } from '../../src/contract/json.ts'
import type { ServedData } from './servedData.ts'
import { listen, startService } from './startService.ts'

type Modification = {
  /** Changes the JSON of the responses to paths that begin so. */
  path: string
  fields?: JsonObject | Record<string, undefined>
  /** Replaces the response. */
  respond?: () => Response | undefined | Promise<Response | undefined>
  /** The bundled data by default. */
  data?: ServedData
  /** A running service, which may be modified itself. */
  origin?: string
}

/** Starts the service behind a proxy that changes its responses as a test needs. Returns the origin of the proxy. */
export async function startModifiedService({ path, fields, respond, data, origin }: Modification) {
  const real = origin ?? (await startService({ pages: 'client-rendered', ...(data && { data }) }))
  const proxy = new Hono()
  // No test with changed responses waits for blocks.
  proxy.get(EVENTS_PATH, () => allowAnyOrigin(new Response(null, { status: 204 })))
  proxy.get('*', async (c) => {
    const url = new URL(c.req.url)
    const isModified = url.pathname.startsWith(path)
    const replaced = isModified ? await respond?.() : undefined
    if (replaced !== undefined) return allowAnyOrigin(replaced)
    const response = await fetch(real + url.pathname + url.search).catch(
      // The test has ended meanwhile.
      () => new Response(null, { status: 502 }),
    )
    if (!isModified || fields === undefined || !response.ok) return allowAnyOrigin(response)
    return allowAnyOrigin(Response.json({ ...(await response.json()), ...fields }))
  })
  return listen(proxy.fetch)
}

function allowAnyOrigin({ body, status, headers }: Response): Response {
  const changed = new Headers(headers)
  changed.delete('Content-Encoding')
  changed.delete('Content-Length')
  changed.set('Access-Control-Allow-Origin', '*')
  changed.set('Access-Control-Expose-Headers', 'Retry-After')
  return new Response(body, { status, headers: changed })
}
