import { useRef, useState } from 'react'
import type { Token } from '../../../contract/token.ts'
import { allowImageHost, useAllowedImageHosts } from '../../ui/allowedImageHosts.ts'
import { firstLetter, imageSources } from '../../ui/imageSources.ts'
import { RemoteImage } from '../../ui/RemoteImage.tsx'
import { useGateway } from '../../ui/rewriteIpfsUrl.ts'

/**
 * The token's image in a fixed box of the page's header: the first address that is allowed and loads, else a letter. A remote
 * host learns the reader's IP address, so it must be trusted by the operator or allowed by the reader.
 */
export function TokenImage({ token }: { token: Token }) {
  const allowed = useAllowedImageHosts()
  const [failed, setFailed] = useState<string[]>([])
  const [wasOffline, setWasOffline] = useState(false)
  const gateway = useGateway()
  const sources = imageSources(addresses(token), gateway)
  const remaining = sources.filter(({ url }) => !failed.includes(url.href))
  const allowedSource = remaining.find(({ url, isLocal }) => isLocal || allowed.includes(url.host))
  const source = allowedSource ?? remaining[0]
  const isShown = source !== undefined && source === allowedSource

  const figure = useRef<HTMLElement>(null)

  function agree(host: string) {
    // The button disappears, so the image gets the focus.
    figure.current?.focus()
    allowImageHost(host)
  }

  function fail(address: string) {
    setFailed((others) => [...others, address])
    setWasOffline(!navigator.onLine)
  }

  return (
    <>
      <figure
        ref={figure}
        tabIndex={-1}
        aria-label="Token image"
        className="w-24 space-y-1 text-xs text-muted"
      >
        <div className="grid size-24 place-items-center overflow-hidden rounded-lg border border-line bg-sunken">
          {isShown ? (
            <RemoteImage source={source.url.href} size={96} onFail={fail} />
          ) : (
            <span aria-hidden="true" className="text-4xl font-semibold text-strong uppercase">
              {firstLetter(token.symbol || token.name)}
            </span>
          )}
        </div>
        {source !== undefined && !isShown && (
          <button
            type="button"
            className="link min-h-6 text-start"
            onClick={() => agree(source.url.host)}
          >
            Show image from {source.url.host}
          </button>
        )}
      </figure>
      {!isShown && failed.length > 0 && (
        <p className={NOTE}>
          The image could not be loaded from {[...new Set(failed.map(hostOf))].join(', ')}:{' '}
          {wasOffline ? 'you are offline' : 'no image was received'}.
        </p>
      )}
      {sources.length === 0 && hasAddress(token) && <p className={NOTE}>{explainRefusal(token)}</p>}
    </>
  )
}

/** Below the other parts of the header, because the box is too narrow for sentences. */
const NOTE = 'order-last w-full text-sm text-muted'

/** Thumbnails and cached copies first, then the image, then the canonical one. */
function addresses({ metadata, ...token }: Token): (string | undefined)[] {
  return [
    token.image_thumbnail_uri,
    metadata?.cached_thumbnail_image,
    metadata?.cached_image,
    token.image_uri,
    metadata?.image,
    token.image_canonical_uri,
  ]
}

function hasAddress(token: Token): boolean {
  return addresses(token).some(Boolean)
}

function explainRefusal(token: Token): string {
  const reasons = new Set(addresses(token).map((address) => address && reasonToRefuse(address)))
  return `The image is not loaded: ${[...reasons].filter(Boolean).join('; ')}.`
}

function reasonToRefuse(address: string): string {
  if (/^data:/i.test(address)) return 'it may contain scripts'
  if (/^http:/i.test(address)) return 'its URL is not HTTPS'
  if (/^(ipfs|ar):/i.test(address)) return 'its URL needs a gateway, and none is configured'
  return 'its address is not a web URL'
}

function hostOf(href: string): string {
  return new URL(href).host || 'a data: URL'
}
