// The part of autocannon that is used here: it comes without types.
declare module 'autocannon' {
  type Options = {
    url: string
    headers: Record<string, string>
    requests: { path: string }[]
    connections: number
    /** In seconds. */
    duration: number
  }
  type Result = { '2xx': number; duration: number }

  function autocannon(options: Options): Promise<Result>
  export = autocannon
}
