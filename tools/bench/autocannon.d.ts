// The part of autocannon that is used here: it comes without types.
declare module 'autocannon' {
  type Request = { path: string }
  type Client = { setRequests(requests: Request[]): void }
  type Options = {
    url: string
    headers: Record<string, string>
    connections: number
    /** In seconds. */
    duration: number
    setupClient(client: Client): void
  }
  type Result = {
    '2xx': number
    non2xx: number
    errors: number
    duration: number
    /** In milliseconds. */
    latency: { p99: number }
  }

  function autocannon(options: Options): Promise<Result>
  export = autocannon
}
