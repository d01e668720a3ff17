import { parsePrincipal } from '../contract/identifiers.ts'
import type { NakamotoBlock } from '../stacks/block.ts'
import { principalOf } from '../stacks/clarity.ts'

/** What a block says of contracts, by their principals. What it does can fail. */
export type BlockOfContracts = {
  height: number
  id: string
  parentId: string
  deployed: string[]
  /** Those that it calls, or names in a call. */
  named: string[]
}

/** No block of the chain names as many, and the follower holds 2,000 blocks in memory. */
const MAX_NAMED = 1000

export function findContracts({
  height,
  id,
  parentId,
  transactions,
}: NakamotoBlock): BlockOfContracts {
  const deployed = transactions.flatMap(({ origin, deploys }) =>
    deploys === undefined ? [] : [`${origin}.${deploys}`],
  )
  const named = new Set<string>()
  for (const { names } of transactions) {
    for (const bytes of names) if (named.size < MAX_NAMED) named.add(principalOf(bytes) ?? '')
  }
  return { height, id, parentId, deployed: valid(deployed), named: valid([...named]) }
}

/** What is none is in no table, and may have characters that no database stores. */
function valid(principals: string[]): string[] {
  return principals.filter((principal) => parsePrincipal(principal) !== undefined)
}
