import { ENDPOINTS, type EndpointName } from '../../../contract/client.ts'
import { type Endpoint, EXAMPLE, isInPath, readParameters } from '../../../contract/endpoint.ts'
import type { About } from '../../../contract/schemas/chain.ts'

export type ApiRequest = ReturnType<typeof readRequest>

/** The parameters of the request in the URL, or of the example. What is missing in its path is from the example. */
export function readRequest(
  name: EndpointName,
  search: URLSearchParams,
  held: About['examples'] = {},
) {
  const endpoint: Endpoint = ENDPOINTS[name]
  const isOwn = (parameter: string) => Object.hasOwn(endpoint.parameters, parameter)
  const chosen = [...search].filter(([parameter, value]) => isOwn(parameter) && value !== '')
  const example = exampleOf(endpoint, held).filter(
    ([parameter]) => chosen.length === 0 || isInPath(endpoint.path, parameter),
  )
  const given = Object.fromEntries([...example, ...chosen])
  return { given, refused: readParameters(endpoint, given).refused }
}

/** The example of an endpoint, with identifiers that the service has. */
function exampleOf({ parameters, example = EXAMPLE }: Endpoint, held: About['examples']) {
  const substitutes: Record<string, string | undefined> = {
    principal: held.token,
    block: held.block,
    tx_id: held.transaction,
    rune: held.rune,
    etching: held.rune,
    address: held.address,
    output: held.output,
  }
  return Object.entries(example)
    .filter(([parameter]) => Object.hasOwn(parameters, parameter))
    .map(([parameter, value]) => [parameter, substitutes[parameter] ?? value] as const)
}
