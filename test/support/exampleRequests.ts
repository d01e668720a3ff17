import { type Endpoint, EXAMPLE, pathWith } from '../../src/contract/endpoint.ts'
import { ENDPOINTS, type EndpointName } from '../../src/contract/endpoints.ts'
import { getJson } from './startService.ts'

export type ExampleRequest = {
  name: EndpointName
  endpoint: Endpoint
  values: Values
  path: string
}
type Values = Record<string, string>

export const ENDPOINT_NAMES = Object.keys(ENDPOINTS).filter(isEndpointName)

function isEndpointName(name: string): name is EndpointName {
  return name in ENDPOINTS
}

/** The example of each endpoint, about something that the service has. */
export async function readExampleRequests(origin: string): Promise<ExampleRequest[]> {
  const { examples } = (await getJson(`${origin}/explorer/v1/about`)).body
  const held: Values = {
    block: examples.block,
    tx_id: examples.transaction,
    rune: examples.rune,
    etching: examples.rune,
    address: examples.address,
    output: examples.output,
  }
  return ENDPOINT_NAMES.map((name) => {
    const endpoint: Endpoint = ENDPOINTS[name]
    const required = Object.keys(endpoint.parameters).filter((it) =>
      endpoint.path.includes(`:${it}`),
    )
    const substitutes = required.flatMap((it) => (held[it] === undefined ? [] : [[it, held[it]]]))
    // Not every transaction has a runestone.
    if (name === 'decodeTransaction') substitutes.length = 0
    const values = { ...(endpoint.example ?? EXAMPLE), ...Object.fromEntries(substitutes) }
    return { name, endpoint, values, path: pathWith(endpoint, values) }
  })
}

/** Lists: what can be paged and exported. A search is none. */
export function isList({ parameters, path }: Endpoint): boolean {
  return 'offset' in parameters && !path.endsWith('/search')
}
