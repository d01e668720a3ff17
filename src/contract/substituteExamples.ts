import type { Examples } from './directory.ts'
import type { Endpoint } from './endpoint.ts'
import { EXAMPLES } from './examples.ts'

/**
 * Replaces identifiers in the example of an endpoint that a service lacks by those that it has, if `held`
 * has any of that kind.
 */
export function substituteExamples(endpoint: Endpoint, held: Examples): Endpoint {
  const substitutes = new Map([
    ...substitutesFor(EXAMPLES.tokens, held.tokens),
    ...substitutesFor(EXAMPLES.tokens, held.tokens, contractName),
    ...substitutesFor(EXAMPLES.transactions, held.transactions),
    // Runes before blocks: the id of a rune begins with a height.
    ...substitutesFor(EXAMPLES.runes, held.runes),
    ...substitutesFor(EXAMPLES.addresses, held.addresses),
    ...substitutesFor(EXAMPLES.blocks, held.blocks),
  ])
  if (substitutes.size === 0) return endpoint
  const pattern = new RegExp([...substitutes.keys()].join('|'), 'g')
  const substitute = (text: string) => text.replace(pattern, (id) => substitutes.get(id) ?? id)
  const { example, typescript } = endpoint
  return {
    ...endpoint,
    example: substitute(example),
    ...(typescript !== undefined && { typescript: substitute(typescript) }),
  }
}

/** The identifiers that a service lacks, each with the first one that it has. */
function substitutesFor<Id extends string | number>(
  ids: Id[],
  held: Id[],
  format: (id: Id) => string = String,
): [string, string][] {
  const [first] = held
  if (first === undefined) return []
  return ids.filter((id) => !held.includes(id)).map((id) => [format(id), format(first)])
}

function contractName(principal: string): string {
  return principal.split('.')[1] ?? principal
}
