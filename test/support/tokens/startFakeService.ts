import { listen } from '../startService.ts'

/** Responds to a request: its path with the query, and the request itself. */
export type Respond = (path: string, request: Request) => Response | Promise<Response>

/** Starts a service whose responses the test decides. */
export async function startFakeService(first: Respond) {
  const requests: string[] = []
  let respond = first
  const origin = await listen((request) => {
    const { pathname, search } = new URL(request.url)
    requests.push(pathname + search)
    return respond(pathname + search, request)
  })
  return {
    origin,
    /** The requested paths so far. */
    requests,
    /** Replaces all further responses. */
    respondWith(replacement: Respond): void {
      respond = replacement
    },
  }
}
