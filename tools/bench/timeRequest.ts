const headers = { accept: 'text/html,*/*;q=0.8', 'accept-encoding': 'br, gzip' }

/** Milliseconds until the whole response is there. @throws {Error} if it is not 200. */
export async function timeRequest(url: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} responded ${response.status}`)
  return performance.now() - began
}
