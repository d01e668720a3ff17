import { encodeUntrusted } from '../links.ts'

type Props =
  | { subject: 'block'; height: number; hash: string }
  | { subject: 'transaction'; txId: string }
  /** `name`: without spacers. */
  | { subject: 'rune'; name: string }
  | { subject: 'address'; address: string }

/** A menu of the same page on other explorers, because Cairn shows the data of a single service. */
export function OtherExplorers(props: Props) {
  return (
    <div>
      <button type="button" popoverTarget="verify" className="button">
        Other explorers
      </button>
      <div
        id="verify"
        popover="auto"
        // Below the button that opens it, which is the anchor of a popover.
        className="panel m-auto space-y-2 p-4 text-ink supports-[position-area:block-end]:inset-auto supports-[position-area:block-end]:mx-0 supports-[position-area:block-end]:my-1 supports-[position-area:block-end]:[position-area:block-end_span-inline-start] supports-[position-area:block-end]:[position-try-fallbacks:flip-inline]"
      >
        <p className="text-sm text-muted">View this {props.subject} on:</p>
        <ul className="space-y-1 text-sm">
          {addressesOf(props).map((address) => (
            <li key={address}>
              <a href={address} target="_blank" rel="noopener noreferrer" className="link">
                {new URL(address).host}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function addressesOf(props: Props): string[] {
  switch (props.subject) {
    case 'transaction':
      return [
        `https://mempool.space/tx/${props.txId}`,
        `https://blockstream.info/tx/${props.txId}`,
        `https://ordinals.com/tx/${props.txId}`,
      ]
    case 'block':
      return [
        `https://mempool.space/block/${props.hash}`,
        `https://blockstream.info/block/${props.hash}`,
        `https://ordinals.com/block/${props.height}`,
      ]
    case 'rune':
      return [
        `https://ordinals.com/rune/${encodeUntrusted(props.name)}`,
        `https://luminex.io/rune/${encodeUntrusted(props.name)}`,
      ]
    case 'address':
      return [
        `https://mempool.space/address/${props.address}`,
        `https://blockstream.info/address/${props.address}`,
        `https://ordinals.com/address/${props.address}`,
      ]
  }
}
