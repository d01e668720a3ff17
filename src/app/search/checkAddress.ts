import { MISTYPED_ADDRESS } from '../errors/mistypedAddress.ts'
import { BITCOIN_FORM, STACKS_FORM } from './addressForms.ts'
import { describeBitcoinAddress } from './bitcoinAddress.ts'
import { isStacksAddress } from './stacksAddress.ts'

/** Says that a Stacks or Bitcoin address, or the address of a principal, is mistyped, if it is. */
export function checkAddress(text: string): string | undefined {
  const address = STACKS_FORM.exec(text)?.[1]
  const isRight =
    address === undefined
      ? !BITCOIN_FORM.test(text) || describeBitcoinAddress(text) !== undefined
      : isStacksAddress(address.toUpperCase())
  return isRight ? undefined : MISTYPED_ADDRESS
}
