import { useFormatCount } from './numbers.tsx'
import { useGateway } from './rewriteIpfsUrl.ts'
import { safeUrl } from './safeUrl.ts'
import { UntrustedText } from './UntrustedText.tsx'

type Props = { address: string }

/** An untrusted address: a link that names its host if it is safe to follow, else text. */
export function ExternalLink({ address }: Props) {
  const url = safeUrl(address, useGateway())
  const formatCount = useFormatCount()
  // The content of a data: URL is not readable.
  const maxLength = address.startsWith('data:') ? 40 : 300
  const shown =
    address.length > maxLength
      ? `${address.slice(0, maxLength)}… (${formatCount(address.length)} characters)`
      : address
  if (url === undefined) {
    return (
      <span className="font-mono text-sm">
        <UntrustedText text={shown} />
      </span>
    )
  }
  return (
    <a
      href={url.href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="link font-mono text-sm"
    >
      <UntrustedText text={shown} />
      {(url.username !== '' || /^ipfs:/i.test(address)) && ` (goes to ${url.host})`}
      <span className="icon-external-link ms-1 size-3.5" />
      <span className="sr-only"> (opens {url.host} in a new tab)</span>
    </a>
  )
}
