import type { Context, Hono } from 'hono'
import type * as v from 'valibot'
import {
  type Endpoint,
  isInPath,
  type Parameters,
  pathWith,
  readParameters,
} from '../../contract/endpoint.ts'
import { badRequest } from './httpProblem.ts'
import type { ResponseCache } from './responseCache.ts'

/** Adds the route of an endpoint to an app. */
export type Get = <Given extends Parameters>(
  endpoint: Endpoint<Given>,
  respond: (values: ValuesOf<Given>) => Promise<Response>,
) => void

type ValuesOf<Given extends Parameters> = v.InferOutput<v.ObjectSchema<Given, undefined>>

/**
 * Returns a function that adds cached routes to `app`: it reads the parameters, and responds with 400 if
 * one is refused. A path under `/runes/v1/` is also served without `/v1`, as the retired runes API did.
 */
export function createGet(app: Hono, cache: ResponseCache): Get {
  return (endpoint, respond) => {
    const paths = new Set([endpoint.path, endpoint.path.replace('/runes/v1/', '/runes/')])
    app.on('GET', [...paths], async (c, next) => {
      const values = parametersOf(c, endpoint)
      const handle = cache.cached(
        () => pathWith(endpoint, values),
        () => respond(values),
      )
      return handle(c, next)
    })
  }
}

/** @throws {HttpProblem} 400 for a parameter that is refused, or given more than once. */
function parametersOf<Given extends Parameters>(
  c: Context,
  endpoint: Endpoint<Given>,
): ValuesOf<Given> {
  const given: Record<string, string | undefined> = {}
  for (const name of Object.keys(endpoint.parameters)) {
    const texts = isInPath(endpoint.path, name) ? [c.req.param(name)] : (c.req.queries(name) ?? [])
    if (texts.length > 1) {
      throw badRequest(`querystring/${name} was given more than once; give it once`)
    }
    // An empty parameter of a form is one that was not filled in.
    if (texts[0] !== '') given[name] = texts[0]
  }
  const { values, refused } = readParameters(endpoint, given)
  const [first] = refused
  if (values !== undefined) return values
  const place = isInPath(endpoint.path, first?.name ?? '') ? 'params' : 'querystring'
  throw badRequest(`${place}/${first?.name} must be ${first?.accepted}`)
}
