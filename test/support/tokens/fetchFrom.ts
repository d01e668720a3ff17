import { type FetchOptions, fetchUntrusted } from '../../../src/tokenFollower/fetchUntrusted.ts'

/** Reads an address in the network of a test. */
export function fetchFrom(
  { network }: Pick<FetchOptions, 'network'>,
  url: string,
  options: Partial<FetchOptions> = {},
) {
  const signal = new AbortController().signal
  return fetchUntrusted(url, {
    accept: '*/*',
    maxBytes: 1_000_000,
    timeoutMs: 10_000,
    etag: undefined,
    signal,
    network,
    beforeRedirect: async () => {},
    ...options,
  })
}

/** The body, or why there is none. */
export async function outcomeOf(
  hosts: Pick<FetchOptions, 'network'>,
  url: string,
  options?: Partial<FetchOptions>,
) {
  try {
    const fetched = await fetchFrom(hosts, url, options)
    return fetched === 'unchanged' ? fetched : fetched.bytes.toString()
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}
