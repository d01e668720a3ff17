import { TriangleAlert } from 'lucide-react'
import { webAddressesIn } from '../../contract/webAddress.ts'
import { Badge } from '../ui/Badge.tsx'

type Named = { name?: string | undefined; symbol?: string | undefined }

/** A hint, not a verdict: some projects are called like their site. */
export function WebAddressBadge({ token }: { token: Named }) {
  const title = webAddressTitle(token)
  if (title === undefined) return null
  return (
    <Badge
      tone="warn"
      explanation={{
        title,
        text: 'Spam tokens lead to sites that ask for your wallet in this way. Some projects are called like their site, too.',
      }}
    >
      <TriangleAlert size={12} aria-hidden="true" />
      {title}
    </Badge>
  )
}

/** "Symbol is a web address"; undefined if neither the name nor the symbol is one. */
export function webAddressTitle(token: Named): string | undefined {
  const [first, second] = webAddressesIn(token)
  if (first === undefined) return
  if (second !== undefined) return 'Name and symbol are web addresses'
  return first === 'name' ? 'Name is a web address' : 'Symbol is a web address'
}
