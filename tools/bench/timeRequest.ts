const headers = { accept: 'text/html,*/*;q=0.8', 'accept-encoding': 'br, gzip' }

/** Milliseconds until the whole response is there. @throws {Error} if it is not 200. */
export async function timeRequest(url: string): Promise<number> {
  const began = performance.now()
  await read(url)
  return performance.now() - began
}

/** The parsed body. @throws {Error} if the response is not 200. */
export async function readJson(url: string) {
  return JSON.parse(await read(url))
}

async function read(url: string): Promise<string> {
  const response = await fetch(url, { headers })
  const body = await response.text()
  if (!response.ok) throw new Error(`${url} responded ${response.status}: ${body}`)
  return body
}
