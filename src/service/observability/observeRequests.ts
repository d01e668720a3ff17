import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { EVENTS_PATH } from '../../contract/endpoints.ts'
import { setHeaders } from '../http/setHeaders.ts'
import type { Metrics } from './createMetrics.ts'
import type { Logger } from './logger.ts'

const SLOW_SECONDS = 1
const METHODS = ['GET', 'HEAD', 'OPTIONS']

/**
 * Measures each request until its response is sent. Logs slow ones, and all of them at level debug,
 * but never client addresses, query strings or user agents.
 */
export function observeRequests({ requests }: Metrics, logger: Logger): MiddlewareHandler {
  const logsAll = logger.isLevelEnabled('debug')

  return async (c, next) => {
    const start = performance.now()
    const { outgoing }: HttpBindings = c.env
    outgoing.once('close', () => {
      const seconds = (performance.now() - start) / 1000
      const { method, path } = c.req
      const route = routeOf(c)
      const status = outgoing.writableFinished ? outgoing.statusCode : 'aborted'
      const label = METHODS.includes(method) ? method : 'other'
      requests.observe({ method: label, route, status }, seconds)
      // Events are sent for as long as the client wants them.
      const isSlow = seconds >= SLOW_SECONDS && route !== EVENTS_PATH
      if (!isSlow && !logsAll) return
      const milliseconds = Math.round(seconds * 1000)
      const line = { requestId: c.get('requestId'), method, path, route, status, milliseconds }
      if (isSlow) logger.info(line, 'slow request')
      else logger.debug(line, 'request')
    })
    await next()
  }
}

/** The pattern of the route, such as `/block/:id`; `other` if none but a catch-all matches. */
function routeOf(c: Context): string {
  return matchedRoutes(c).find(({ path }) => !path.endsWith('*'))?.path ?? 'other'
}

/** Uses the `X-Request-Id` of a proxy or client if it is short and plain; otherwise generates one. */
export const requestId: MiddlewareHandler = async (c, next) => {
  const given = c.req.header('X-Request-Id') ?? ''
  const id = /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
  c.set('requestId', id)
  setHeaders(c, { 'X-Request-Id': id })
  await next()
}
