import { parseBitcoinAddress } from '../../contract/identifiers.ts'
import { addressLink } from '../links.ts'
import { Hash } from '../ui/Hash.tsx'

type Props = {
  address: string
  /** What it is: "receiver address". */
  label?: string
  length?: 'short' | 'full'
}

/** A Bitcoin address, linked to its page unless the text cannot be one. */
export function AddressLink({ address, label = 'address', length = 'short' }: Props) {
  const parsed = parseBitcoinAddress(address)
  return (
    <Hash
      text={address}
      label={label}
      length={length}
      {...(parsed && { to: addressLink(parsed) })}
    />
  )
}
