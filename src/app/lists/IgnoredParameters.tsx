import { Notice } from '../ui/Notice.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'

/** Lists the invalid parameters of the URL, such as `limit=lots`. The page is shown without them. */
export function IgnoredParameters({ refused }: { refused: string[] }) {
  return (
    <Notice tone="warning" title="Invalid parameters in the URL">
      <p>
        Ignored: <UntrustedText text={refused.join(', ').slice(0, 200)} />
      </p>
    </Notice>
  )
}
