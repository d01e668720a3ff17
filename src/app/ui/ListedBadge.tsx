import { ListChecks } from 'lucide-react'
import { Badge } from './Badge.tsx'
import { ExternalLink } from './ExternalLink.tsx'

type Props = {
  /** The name of the list. */
  name: string
  /** Where it is published. */
  url?: string | undefined
}

/** Says that a list which the operator chose has a token. */
export function ListedBadge({ name, url }: Props) {
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
