import { ADDRESS } from '../../contract/identifiers.ts'
import { SAMPLES } from '../../contract/samples.ts'
import { encodeUntrusted } from '../links.ts'

type Props = {
  /** The Stacks address of the page, or of the sender or deployer. It tells the network. */
  address: string
  /** A transaction id with `0x`, or a contract principal; the page of the address if missing. */
  id?: string
}

/** A link to the same thing on a Stacks explorer. Nothing for samples. */
export function StacksExplorerLink({ address, id }: Props) {
  if (!ADDRESS.test(address) || address === SAMPLES.sender_address) return null
  const network = /^S[TN]/.test(address) ? 'testnet' : 'mainnet'
  const path = id === undefined ? `address/${address}` : `txid/${encodeUntrusted(id)}`
  return (
    <a
      href={`https://${HOST}/${path}?chain=${network}`}
      target="_blank"
      rel="noopener noreferrer"
      className="link inline-block min-h-6 text-sm whitespace-nowrap"
    >
      View on {HOST}
      <span className="icon-external-link ms-1 size-3.5" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

const HOST = 'explorer.hiro.so'
