import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { BlockPage } from '../../../contract/directory.ts'
import { useApi } from '../../appContext.ts'
import { blocksLink } from '../../links.ts'
import { newestBlockQuery } from '../../queries/blocks.ts'
import { aboutQuery } from '../../queries/directory.ts'
import { Count } from '../../ui/numbers.tsx'

type Props = { page: BlockPage; limit: number }

/**
 * With a live index, a link to the blocks that are newer than the list. The rows stay until the
 * reader follows it.
 */
export function NewBlocks({ page, limit }: Props) {
  const api = useApi()
  const isLive = useQuery(aboutQuery(api)).data?.source === 'database'
  const newest = useQuery({ ...newestBlockQuery(api), enabled: isLive }).data
  const count = newest === undefined ? 0 : newest.value.total - page.total
  return (
    <div role="status">
      {count > 0 && (
        <NewestBlocksLink limit={limit} className="button">
          Show <Count value={count} one="newer block" />
        </NewestBlocksLink>
      )}
    </div>
  )
}

type LinkProps = { limit: number; className: string; children: ReactNode }

/** A link to the first page, which it requests again unless the link opens elsewhere. */
export function NewestBlocksLink({ limit, className, children }: LinkProps) {
  const queryClient = useQueryClient()

  function showNewest({ ctrlKey, metaKey, shiftKey }: MouseEvent) {
    if (ctrlKey || metaKey || shiftKey) return
    void queryClient.invalidateQueries({ queryKey: ['blocks'] })
    // The link disappears.
    document.querySelector('h1')?.focus({ preventScroll: true })
  }

  return (
    <Link to={blocksLink({}, { limit })} onClick={showNewest} className={className}>
      {children}
    </Link>
  )
}
