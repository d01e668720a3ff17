import { ListChecks } from 'lucide-react'
import { Badge } from '../ui/Badge.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'

export function ListedBadge({ name, url }: { name: string; url?: string | undefined }) {
  const explanation = url && {
    title: 'On a list that the operator of this service chose',
    text: <ExternalLink address={url} />,
  }
  return (
    <Badge tone="good" explanation={explanation || undefined}>
      <ListChecks size={12} aria-hidden="true" />
      Listed by {name}
    </Badge>
  )
}
