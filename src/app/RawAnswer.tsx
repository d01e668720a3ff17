import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { RawReply } from '../contract/client.ts'
import { useAppContext } from './appContext.ts'
import { CurlLine } from './errors/CurlLine.tsx'
import { CopyButton } from './ui/CopyButton.tsx'
import { Skeleton } from './ui/Skeleton.tsx'

const JsonReader = lazy(async () => ({
  default: (await import('./ui/JsonReader.tsx')).JsonReader,
}))

type Props = {
  reply: Pick<RawReply, 'url' | 'text'>
  /** What a saved copy is called. */
  filename: string
}

/** What came over the wire, behind a heading that opens it, and the request that brings it anywhere. */
export function RawAnswer({ reply: { url, text }, filename }: Props) {
  const { origin } = useAppContext()
  const [wasOpened, setWasOpened] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  // It may have been opened in the document before this code came.
  useEffect(() => {
    if (details.current?.open) setWasOpened(true)
  }, [])
  const address = new URL(url, origin).href
  return (
    <details ref={details} className="panel" onToggle={() => setWasOpened(true)}>
      <summary className="px-4 py-2.5 font-semibold">Raw answer</summary>
      <div className="space-y-2 border-t border-line px-4 py-3">
        <p className="flex items-center gap-1 text-sm">
          <a href={address} className="link break-all">
            {address}
          </a>
          <CopyButton text={address} label="the address of the answer" />
        </p>
        <CurlLine url={url} />
        {wasOpened && (
          <Suspense fallback={<Skeleton lines={6} label="Loading the JSON" />}>
            <JsonReader key={address} text={text} filename={filename} />
          </Suspense>
        )}
      </div>
    </details>
  )
}
