import { Check } from 'lucide-react'
import { useAbout } from '../../query.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Count } from '../../ui/numbers.tsx'

/** How deep a block is, itself included. An index that is not live does not know it. */
export function Confirmations({ height }: { height: number }) {
  const { is_live, tip } = useAbout() ?? {}
  if (!is_live || tip === undefined || tip.block_height < height) return null
  return (
    <Badge tone="good">
      <Check size={12} aria-hidden="true" />
      <Count
        name="transaction.confirmations"
        value={tip.block_height - height + 1}
        one="confirmation"
      />
    </Badge>
  )
}
