import type { DemoToken } from './demoTokens.ts'
import { withLength } from './encodeStacksTransaction.ts'
import type { SimulatedContract } from './simulatedStacksNode.ts'

/** What a node knows of the contract of a token. */
export function contractOf(token: DemoToken): SimulatedContract {
  return {
    interface: {
      functions: Object.entries(ARGUMENTS).map(([name, types]) => ({
        name,
        access: name === 'transfer' ? 'public' : 'read_only',
        args: types.map((type, index) => ({ name: `argument-${index}`, type })),
        outputs: { type: 'none' },
      })),
      fungible_tokens: [{ name: token.contractName }],
      non_fungible_tokens: [],
    },
    answers: {
      name: { hex: okay(utf8(token.name)) },
      symbol: { hex: okay(utf8(token.symbol)) },
      decimals: { hex: okay(uint(BigInt(token.decimals))) },
      total_supply: { hex: okay(uint(token.supply)) },
      token_uri: { hex: okay(Buffer.concat([Buffer.of(10), utf8(token.uri)])) },
    },
  }
}

/** The functions of SIP-010. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  transfer: ['uint128', 'principal', 'principal', { optional: { buffer: { length: 34 } } }],
  'get-name': [],
  'get-symbol': [],
  'get-decimals': [],
  'get-balance': ['principal'],
  'get-total-supply': [],
  'get-token-uri': [],
}

// Values as SIP-005 serializes them.
function okay(value: Uint8Array): string {
  return `0x07${Buffer.from(value).toString('hex')}`
}

function uint(value: bigint): Buffer {
  return Buffer.from(`01${value.toString(16).padStart(32, '0')}`, 'hex')
}

function utf8(text: string): Buffer {
  return Buffer.concat([Buffer.of(14), withLength(text)])
}
