import { ArrowUpRight } from 'lucide-react'
import { Fragment } from 'react'
import { Breakable } from './Breakable.tsx'
import { CopyButton } from './Id.tsx'
import { useFormatCount } from './numbers.tsx'
import { safeUrl, useGateway } from './safeUrl.ts'
import { UntrustedText } from './UntrustedText.tsx'

export function ExternalLink({ address }: { address: string }) {
  const url = safeUrl(address, useGateway())
  const formatCount = useFormatCount()
  // A template such as {locale}.json is no address yet.
  if (url === undefined || /[{}]/.test(address)) {
    const size = address.startsWith('data:') ? ` (${formatCount(address.length)} characters)` : ''
    const isTemplate = url !== undefined && address.length <= MAX_TEMPLATE_LENGTH
    return (
      <span title={address.slice(0, 300)} className="font-mono text-xs wrap-anywhere">
        <BreakableAddress text={(isTemplate ? address : shorten(address)) + size} />
        <CopyButton text={address} label="Address" />
      </span>
    )
  }
  const isIpfs = /^ipfs:/i.test(address)
  const path = isIpfs ? address : url.pathname + url.search + url.hash
  return (
    <a
      href={url.href}
      title={address.slice(0, 300)}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="link"
    >
      <bdi dir="ltr">
        {!isIpfs && <Breakable text={url.host} after="." />}
        {path !== '/' && (
          <span className="font-mono text-xs">
            <BreakableAddress text={shorten(path)} />
          </span>
        )}
      </bdi>
      <ArrowUpRight size={13} aria-hidden="true" className="ms-0.5 inline text-muted" />
      <span className="sr-only"> (opens {url.host} in a new tab)</span>
    </a>
  )
}

/** May break after "/" and "."; "//" stays with what follows. */
function BreakableAddress({ text }: { text: string }) {
  return text.split(/(?<=[/.])(?!\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
    <Fragment key={index}>
      <UntrustedText text={part} />
      <wbr />
    </Fragment>
  ))
}

const MAX_LENGTH = 28
const MAX_TEMPLATE_LENGTH = 100

/** Cut in the middle; its end is often the name of a file. Never cuts a surrogate pair in two. */
function shorten(text: string): string {
  if (text.length <= MAX_LENGTH) return text
  const [start, end] = [text.slice(0, MAX_LENGTH - 11), text.slice(-10)]
  return `${start.replace(/[\ud800-\udbff]$/, '')}…${end.replace(/^[\udc00-\udfff]/, '')}`
}
