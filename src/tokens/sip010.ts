/** What the rule reads of a contract's interface. Types are text, or objects that describe them. */
type Interface = {
  functions: { name: string; args: { type: unknown }[] }[]
  fungible_tokens: { name: string }[]
  non_fungible_tokens: unknown[]
}

/** The types of the arguments of a function, as the node writes them. */
type Signatures = Readonly<Record<string, readonly unknown[]>>

const MEMO = { buffer: { length: 34 } }

const SIP_010: Signatures = {
  transfer: ['uint128', 'principal', 'principal', { optional: MEMO }],
  'get-name': [],
  'get-symbol': [],
  'get-decimals': [],
  'get-balance': ['principal'],
  'get-total-supply': [],
  'get-token-uri': [],
}

const SIP_009: Signatures = {
  'get-last-token-id': [],
  'get-token-uri': ['uint128'],
  'get-owner': ['uint128'],
  transfer: ['uint128', 'principal', 'principal'],
}

const SIP_013: Signatures = {
  'get-balance': ['uint128', 'principal'],
  'get-overall-balance': ['principal'],
  'get-total-supply': ['uint128'],
  'get-overall-supply': [],
  'get-decimals': ['uint128'],
  'get-token-uri': ['uint128'],
  transfer: ['uint128', 'uint128', 'principal', 'principal'],
  'transfer-memo': ['uint128', 'uint128', 'principal', 'principal', MEMO],
}

/**
 * The fungible tokens of a contract with the functions of SIP-010, the one that it is about first; undefined if it is
 * none. As in the token API, what functions return does not matter, and what is SIP-013 or SIP-009 as well is none.
 */
export function fungibleTokensOf(contract: Interface): string[] | undefined {
  const [first, ...others] = contract.fungible_tokens.map(({ name }) => name).toSorted()
  if (first === undefined || hasFunctions(contract, SIP_013)) return
  if (contract.non_fungible_tokens.length > 0 && hasFunctions(contract, SIP_009)) return
  return hasFunctions(contract, SIP_010) ? [first, ...others] : undefined
}

function hasFunctions({ functions }: Interface, signatures: Signatures): boolean {
  return Object.entries(signatures).every(([name, types]) =>
    functions.some(
      (one) =>
        one.name === name &&
        JSON.stringify(one.args.map(({ type }) => type)) === JSON.stringify(types),
    ),
  )
}
