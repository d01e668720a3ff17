import { ENDPOINTS, type EndpointName } from '../../../contract/client.ts'
import { type Endpoint, exampleOf, isRequired, readParameters } from '../../../contract/endpoint.ts'
import type { About } from '../../../contract/schemas/chain.ts'

export type ApiRequest = ReturnType<typeof readRequest>

/** The parameters of the request in the URL, or of the example. What is missing in its path is from the example. */
export function readRequest(
  name: EndpointName,
  search: URLSearchParams,
  ids: About['examples'] = {},
) {
  const endpoint: Endpoint = ENDPOINTS[name]
  const isOwn = (parameter: string) => Object.hasOwn(endpoint.parameters, parameter)
  const chosen = [...search].filter(([parameter, value]) => isOwn(parameter) && value !== '')
  const example = Object.entries(exampleOf(endpoint, ids)).filter(
    ([parameter]) => chosen.length === 0 || isRequired(endpoint.parameters[parameter]),
  )
  const given = Object.fromEntries([...example, ...chosen])
  return { given, refused: readParameters(endpoint, given).refused }
}
