import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { BlockDetails } from '../../../contract/schemas/chain.ts'
import { Failure, useLastError } from '../../errors/Failure.tsx'
import { Legend } from '../../figures/Legend.tsx'
import { changeSearch } from '../../lists/paging.ts'
import { countOf, SHOWN_TYPES } from '../../movements/TypeBadge.tsx'
import { endpointQuery } from '../../query.ts'
import { Segmented } from '../../ui/Tabs.tsx'
import { BlockOrder } from './BlockOrder.tsx'
import { BlockTiles } from './BlockTiles.tsx'
import { figureHeights } from './figureHeights.ts'

export const FIGURES = ['runes', 'order'] as const
export type Figure = (typeof FIGURES)[number]
export const DEFAULT_FIGURE = 'runes'
const FIGURE_NAMES = { runes: 'By rune', order: 'In order' }

export function treemapQuery(block: string) {
  return endpointQuery('blockTreemap', { block })
}

/** The figure of a block; undefined if nothing moved. One without groups has too many records for a treemap. */
export function figureOf({ movements, groups }: BlockDetails, chosen: Figure): Figure | undefined {
  if (movements === 0) return
  return groups === undefined ? 'order' : chosen
}

type Props = { block: BlockDetails; id: string; chosen: Figure }

/** The movements of a block as a treemap, or in its order. `id` is the block as the URL has it. */
export function BlockFigure({ block, id, chosen }: Props) {
  const [search] = useSearchParams()
  const figure = figureOf(block, chosen)
  const treemap = useQuery({ ...treemapQuery(id), enabled: figure === 'runes' })
  const error = useLastError(treemap)
  if (figure === undefined) return null
  const used = SHOWN_TYPES.filter((type) => countOf(block.counts, type) > 0)
  return (
    <figure className="relative mt-3 print:hidden" aria-label="The movements of the block">
      {figure === 'order' ? (
        <BlockOrder block={block} />
      ) : (
        <div className={treemap.data === undefined ? figureHeights(block).className : ''}>
          {treemap.data !== undefined && <BlockTiles treemap={treemap.data.value} block={block} />}
          {error !== null && <Failure error={error} />}
        </div>
      )}
      <figcaption className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
        <Legend types={used} />
        <span className="grow phone:hidden">
          {figure === 'order'
            ? 'First transaction to last'
            : 'The larger an area, the more movements. Each counts once, for its receiver; a burn for its owner'}
        </span>
        {block.groups !== undefined && (
          <Segmented
            label="Figure"
            options={FIGURES.map((option) => ({
              to: changeSearch(search, { figure: option === DEFAULT_FIGURE ? undefined : option }),
              name: FIGURE_NAMES[option],
              isCurrent: option === figure,
            }))}
          />
        )}
      </figcaption>
    </figure>
  )
}
