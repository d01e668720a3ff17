import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { BlockPage } from '../../../contract/directory.ts'
import { useApi } from '../../appContext.ts'
import { blocksLink } from '../../links.ts'
import { aboutQuery, newestBlockQuery } from '../../queries.ts'
import { Count } from '../../ui/numbers.tsx'

type Props = { page: BlockPage; limit: number }

/**
 * With a live index, a link to the blocks that arrived since the page was read. The rows stay until the
 * reader follows it.
 */
export function NewBlocks({ page, limit }: Props) {
  const api = useApi()
  const queryClient = useQueryClient()
  const isLive = useQuery(aboutQuery(api)).data?.source === 'database'
  const newest = useQuery({ ...newestBlockQuery(api), enabled: isLive }).data
  const count = newest === undefined ? 0 : newest.value.total - page.total

  function showNew() {
    void queryClient.invalidateQueries({ queryKey: ['blocks'] })
    // The link disappears.
    document.querySelector('h1')?.focus({ preventScroll: true })
  }

  return (
    <div role="status">
      {count > 0 && (
        <Link to={blocksLink({ limit })} onClick={showNew} className="button">
          Show <Count value={count} one="new block" />
        </Link>
      )}
    </div>
  )
}
