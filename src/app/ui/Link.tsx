import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'

type Props = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { to: string; replace?: boolean }

/**
 * A link to a page of ours, by the router's own hooks: its ready-made `Link` brings the framework's
 * prefetching along, which costs every reader four kilobytes.
 */
export function Link({ to, replace = false, ...attributes }: Props) {
  const follow = useLinkClickHandler(to, { replace })
  return <a {...attributes} href={useHref(to)} onClick={follow} />
}
