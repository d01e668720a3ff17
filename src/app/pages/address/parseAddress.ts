import { parseBitcoinAddress } from '../../../contract/identifiers.ts'
import { MISTYPED_ADDRESS, WRONG_CHECKSUM } from '../../errors/mistypedAddress.ts'
import { BITCOIN_FORM, STACKS_FORM } from '../../search/addressForms.ts'
import { describeBitcoinAddress } from '../../search/bitcoinAddress.ts'
import { isStacksAddress } from '../../search/stacksAddress.ts'

export type Address = {
  chain: 'bitcoin' | 'stacks'
  address: string
  /** The network and the kind: "Bitcoin mainnet, Taproot (P2TR)". Undefined if the checksum is wrong. */
  description: string | undefined
}

/** Parses an address; undefined if the text cannot be one. A wrong checksum is not an error here. */
export function parseAddress(text: string): Address | undefined {
  if (STACKS_FORM.exec(text)?.[1] === text) return stacks(text.toUpperCase())
  const address = parseBitcoinAddress(text)
  if (address === undefined) return
  return { chain: 'bitcoin', address, description: describeBitcoinAddress(address) }
}

/**
 * Why an address is not one of its chain.
 * @param known what the service nevertheless has of the address: "records".
 */
export function explainMistake({ chain, address }: Address, known?: string): string {
  const isMistyped = chain === 'stacks' || BITCOIN_FORM.test(address)
  const mistake = isMistyped ? WRONG_CHECKSUM : 'No Bitcoin address has this form'
  if (known !== undefined) return `${mistake}, but the service has ${known} for it.`
  return isMistyped ? MISTYPED_ADDRESS : `${mistake}.`
}

function stacks(address: string): Address {
  const network = STACKS_NETWORKS[address.slice(0, 2)]
  return {
    chain: 'stacks',
    address,
    description: isStacksAddress(address) ? network : undefined,
  }
}

const STACKS_NETWORKS: Record<string, string> = {
  SP: 'Stacks mainnet',
  SM: 'Stacks mainnet, multi-sig',
  ST: 'Stacks testnet',
  SN: 'Stacks testnet, multi-sig',
}
