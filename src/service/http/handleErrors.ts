import type { Context, Hono } from 'hono'
import { DatabaseUnavailable } from '../../database/database.ts'
import type { Logger } from '../observability/logger.ts'
import { DATABASE_UNAVAILABLE, HttpProblem, notFound, sendProblem } from './httpProblem.ts'

/** Responds to unknown paths, and to whatever a handler throws; with `sendUnexpected` if it is a bug. */
export function handleErrors(
  app: Hono,
  logger: Logger,
  sendUnexpected: (c: Context, problem: HttpProblem) => Response | Promise<Response> = sendProblem,
): void {
  app.notFound((c) => sendProblem(c, notFound(`nothing is served at ${c.req.path}`)))
  app.onError((error, c: Context) => {
    if (error instanceof HttpProblem) return sendProblem(c, error)
    if (c.req.raw.signal.aborted) return new Response(null, { status: CLIENT_CLOSED })
    if (error instanceof DatabaseUnavailable) return sendProblem(c, DATABASE_UNAVAILABLE)
    logger.error({ requestId: c.get('requestId'), path: c.req.path, error }, 'a request failed')
    return sendUnexpected(c, new HttpProblem('unexpected'))
  })
}

/** Only for logs and metrics: the client has disconnected. */
const CLIENT_CLOSED = 499
