import type { Endpoint, Parameters } from './endpoint.ts'
import { groupOf } from './endpoint.ts'
import { anyAddress } from './parameters.ts'

/**
 * Under this prefix, the endpoints of the two public APIs respond in the exact form of the servers that had them
 * first: hashes without `0x`, `output` as `<tx_id>:<vout>`, and any text as an address.
 */
export const COMPAT_PREFIX = '/compat'

/** Whether an endpoint is of one of the two public APIs, and so has both forms. */
export function hasCompat({ path }: Endpoint): boolean {
  return ['Tokens', 'Runes'].includes(groupOf(path))
}

/** The same endpoint in the form of the servers that had it first. */
export function compatOf<Given extends Parameters>({
  path,
  parameters,
  ...endpoint
}: Endpoint<Given>): Endpoint<Given> {
  return {
    ...endpoint,
    path: `${COMPAT_PREFIX}${path}`,
    parameters:
      'address' in parameters && path.includes(':address')
        ? { ...parameters, address: anyAddress }
        : parameters,
  }
}
