import { type Endpoint, exampleOf, pathWith } from '../../src/contract/endpoint.ts'
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
  return ENDPOINT_NAMES.map((name) => {
    const endpoint: Endpoint = ENDPOINTS[name]
    // Not every transaction has a runestone.
    const values = exampleOf(endpoint, name === 'decodeTransaction' ? {} : examples)
    return { name, endpoint, values, path: pathWith(endpoint, values) }
  })
}
