import { Notice } from '../ui/Notice.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'

/** Names the parts of an address that mean nothing, such as `limit=lots`: the page is shown without them. */
export function NotUnderstood({ refused }: { refused: string[] }) {
  return (
    <Notice tone="warning" title="Part of the address was not understood">
      <p>
        <UntrustedText text={refused.join(', ').slice(0, 200)} /> means nothing here and was left
        out.
      </p>
    </Notice>
  )
}
