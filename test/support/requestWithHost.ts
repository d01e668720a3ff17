import { request } from 'node:http'

/** Sends a request with another Host header and returns the body of the response. */
export function requestWithHost(
  origin: string,
  path: string,
  { host, accept = 'text/html' }: { host: string; accept?: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    request(origin + path, { headers: { Host: host, Accept: accept } }, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve(text)
    })
      .on('error', reject)
      .end()
  })
}
