import { useAppContext } from '../appContext.ts'
import { CopyButton } from '../ui/CopyButton.tsx'

/** A cURL command that requests `url`. */
export function CurlCommand({ url }: { url: string }) {
  const { origin } = useAppContext()
  const curl = `curl -H 'Accept: application/json' '${new URL(url, origin)}'`
  return (
    <p className="flex items-center gap-1 text-sm">
      <code dir="ltr" className="min-w-0 font-mono text-xs">
        {curl}
      </code>
      <CopyButton text={curl} label="the request as cURL" />
    </p>
  )
}
