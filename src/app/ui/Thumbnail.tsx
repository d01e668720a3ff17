import { useState } from 'react'
import { useAllowedImageHosts } from './allowedImageHosts.ts'
import { firstLetter, imageSources } from './imageSources.ts'
import { RemoteImage } from './RemoteImage.tsx'
import { useGateway } from './rewriteIpfsUrl.ts'

type Props = {
  /** Untrusted, the best first. */
  addresses: (string | undefined)[]
  name: string | undefined
}

/** A small image for a row. It loads only from hosts that are allowed; otherwise it is a letter. */
export function Thumbnail({ addresses, name }: Props) {
  const allowed = useAllowedImageHosts()
  const [failed, setFailed] = useState<string[]>([])
  const source = imageSources(addresses, useGateway())
    .filter(({ url, isLocal }) => isLocal || allowed.includes(url.host))
    .find(({ url }) => !failed.includes(url.href))?.url.href
  const fail = (href: string) => setFailed((others) => [...others, href])
  return (
    <span
      aria-hidden="true"
      className="inline-grid size-8 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-sunken font-semibold text-muted uppercase"
    >
      {source === undefined ? (
        firstLetter(name)
      ) : (
        <RemoteImage source={source} size={32} onFail={fail} />
      )}
    </span>
  )
}
