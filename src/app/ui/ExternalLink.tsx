import { ForeignText } from './ForeignText.tsx'
import { useGateway } from './gateway.ts'
import { Icon } from './icons.tsx'
import { safeUrl } from './safeUrl.ts'

type Props = { address: string }

/** An address that a stranger wrote: a link with its host shown if it is safe to follow, else text. */
export function ExternalLink({ address }: Props) {
  const url = safeUrl(address, useGateway())
  // What a data address holds is no reading matter.
  const most = address.startsWith('data:') ? 40 : 300
  const shown =
    address.length > most ? `${address.slice(0, most)}… (${address.length} characters)` : address
  if (url === undefined) {
    return (
      <span className="font-mono text-[0.8125rem]">
        <ForeignText text={shown} />
      </span>
    )
  }
  return (
    <a
      href={url.href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="link font-mono text-[0.8125rem]"
    >
      <ForeignText text={shown} />
      {(url.username !== '' || /^ipfs:/i.test(address)) && ` (goes to ${url.host})`}
      <span className="ms-1 inline-block align-middle">
        <Icon name="external" />
      </span>
      <span className="sr-only"> (opens {url.host} in a new tab)</span>
    </a>
  )
}
