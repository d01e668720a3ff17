import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { RawReply } from '../../contract/client.ts'
import { useAppContext } from '../appContext.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { CurlCommand } from './CurlCommand.tsx'

const JsonReader = lazy(async () => ({
  default: (await import('../ui/JsonReader.tsx')).JsonReader,
}))

type Props = {
  reply: Pick<RawReply, 'url' | 'text'>
  /** The name of the downloaded file. */
  filename: string
  /** Distinguishes the responses of a page. */
  title?: string
}

/** The raw response in a disclosure, with its URL and a cURL command. */
export function RawResponse({ reply, filename, title = 'Raw response' }: Props) {
  const { url, text } = reply
  const { origin } = useAppContext()
  const [wasOpened, setWasOpened] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  // The reader may have opened it before hydration.
  useEffect(() => {
    if (details.current?.open) setWasOpened(true)
  }, [])
  const address = new URL(url, origin).href
  return (
    <details ref={details} className="panel" onToggle={() => setWasOpened(true)}>
      <summary className="px-4 py-2.5 font-semibold">{title}</summary>
      <div className="space-y-2 border-t border-line px-4 py-3">
        <p className="flex items-center gap-1 text-sm">
          <a href={address} className="link break-all">
            {address}
          </a>
          <CopyButton text={address} label="the URL of the response" />
        </p>
        <CurlCommand url={url} />
        {wasOpened && (
          <Suspense fallback={<Skeleton lines={6} label="Loading the JSON" />}>
            <JsonReader key={address} text={text} filename={filename} />
          </Suspense>
        )}
      </div>
    </details>
  )
}
