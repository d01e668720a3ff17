import { use, useState } from 'react'
import { ImagesContext, useAllowedImageHosts } from './allowedImageHosts.ts'
import { Mark } from './Mark.tsx'
import { safeImageUrl, useGateway } from './safeUrl.ts'

type Props = {
  source: string
  /** The width and the height of its box in pixels. */
  size: number
  onFail: (source: string) => void
}

export function RemoteImage({ source, size, onFail }: Props) {
  return (
    <img
      src={source}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className="size-full object-contain"
      // An image of a server-rendered page may fail before hydration.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) onFail(source)
      }}
      onError={() => onFail(source)}
    />
  )
}

/** Untrusted addresses of the same image, the best first. */
export type ImageAddresses = {
  /** Of copies, as the service says: only these can be its own. */
  cached: (string | undefined)[]
  /** What the document says. */
  original: (string | undefined)[]
}

/**
 * The first address that is safe, allowed and does not fail. A remote host learns the reader's IP address,
 * so the operator must trust it, or the reader must allow it: `host` is the one to ask about. If the service has images
 * itself, no other host is asked, and there is nobody to ask about.
 */
export function useImage({ cached, original }: ImageAddresses) {
  const allowed = useAllowedImageHosts()
  const gateway = useGateway()
  const { ownUrl } = use(ImagesContext)
  const [failed, setFailed] = useState<string[]>([])
  const own = givenOf(cached).flatMap((address) => ownUrl(address) ?? [])
  const all = allowed === undefined ? [] : givenOf([...cached, ...original])
  const remote = all.flatMap((address) => safeImageUrl(address, gateway) ?? [])
  const sources = [
    ...own.map((href) => ({ href, host: undefined, isLocal: true })),
    ...remote.map(({ url, isLocal }) => ({ href: url.href, host: url.host, isLocal })),
  ]
  const remaining = sources.filter(({ href }) => !failed.includes(href))
  const shown = remaining.find(
    ({ host, isLocal }) => isLocal || (host !== undefined && allowed?.includes(host)),
  )
  return {
    source: shown?.href,
    host: shown === undefined ? remaining[0]?.host : undefined,
    isSafe: sources.length > 0,
    isOwnOnly: allowed === undefined,
    fail: (href: string) => setFailed((others) => [...others, href]),
  }
}

/** Each once. */
function givenOf(addresses: (string | undefined)[]): string[] {
  return [...new Set(addresses.filter((address) => address !== undefined))]
}

type TokenMarkProps = { principal: string; addresses: ImageAddresses; size: 24 | 40 }

/** The image of a token if it may load at once, else the mark of its contract. */
export function TokenMark({ principal, addresses, size }: TokenMarkProps) {
  const { source, fail } = useImage(addresses)
  if (source === undefined) return <Mark id={principal} size={size} />
  return (
    <span
      className={`inline-block shrink-0 overflow-hidden bg-sunken align-middle ${size === 24 ? 'size-6 rounded-sm' : 'size-10 rounded-md'}`}
    >
      <RemoteImage source={source} size={size} onFail={fail} />
    </span>
  )
}
