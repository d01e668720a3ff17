import { useSearchParams } from 'react-router-dom'
import { NOBODY } from '../../../contract/parameters.ts'
import type { BlockTreemap } from '../../../contract/schemas/alike.ts'
import type { BlockDetails } from '../../../contract/schemas/chain.ts'
import { Crosshair } from '../../figures/Crosshair.tsx'
import { FigureTable } from '../../figures/FigureTable.tsx'
import { PAGE_PALETTE } from '../../figures/palette.ts'
import { addressesText, runesText, TILE_LABELS, Treemap, typeWord } from '../../figures/Treemap.tsx'
import { layOut, type PlacedTile, type Shape, type Tile } from '../../figures/treemapLayout.ts'
import type { Point } from '../../figures/useActivePoint.ts'
import { filterSearch } from '../../lists/paging.ts'
import { FINER_FILTERS } from '../../movements/grouping.ts'
import { RuneSymbol } from '../../runes/RuneName.tsx'
import { shortenId } from '../../ui/Id.tsx'
import { addAmounts, Count, Digits, Numeral, useFormatCount } from '../../ui/numbers.tsx'
import { blockSentence } from './blockSentence.tsx'
import { figureHeights } from './figureHeights.ts'

/** A page is 1,152 pixels wide at most. */
const WIDE: Omit<Shape, 'height'> = {
  width: 1152,
  direction: 'columns',
  ...TILE_LABELS,
  minGroup: 0.04,
}
/** A tablet has 704 pixels at least. */
const TABLET: typeof WIDE = { ...WIDE, width: 704 }
const PHONE: typeof WIDE = {
  width: 358,
  direction: 'rows',
  ...TILE_LABELS,
  minGroup: 0.12,
}
type Props = { treemap: BlockTreemap; block: BlockDetails }

/** The movements of a block by rune and address. */
export function BlockTiles({ treemap, block }: Props) {
  const { wide, phone } = figureHeights(block)
  return (
    <>
      <div className="phone:hidden tablet:hidden">
        <Tiles treemap={treemap} block={block} shape={{ ...WIDE, height: wide }} />
      </div>
      <div className="hidden tablet:block">
        <Tiles treemap={treemap} block={block} shape={{ ...TABLET, height: wide }} />
      </div>
      <div className="wide:hidden">
        <Tiles treemap={treemap} block={block} shape={{ ...PHONE, height: phone }} />
      </div>
      <TilesTable treemap={treemap} />
    </>
  )
}

function Tiles({ treemap, block, shape }: Props & { shape: Shape }) {
  const [search] = useSearchParams()
  const describe = useDescription()
  const { groups, left } = layOut(treemap, shape)
  const tiles = groups.flatMap((group) => group.tiles)
  const points = tiles.map(
    (tile): Point => ({
      key: `${tile.x} ${tile.y}`,
      text: describe(tile),
      to: filterSearch(search, filterOf(tile)),
      box: {
        x: tile.x / shape.width,
        y: tile.y / shape.height,
        width: tile.width / shape.width,
        height: tile.height / shape.height,
      },
    }),
  )
  return (
    <>
      <Crosshair
        sentence={blockSentence(block).text}
        points={points}
        start={0}
        tooltip={(index) => tiles[index] && <TileTooltip tile={tiles[index]} />}
        tooltipAt="point"
        className={HEIGHT_CLASSES[shape.height] ?? ''}
      >
        {(active) => (
          <svg aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
            <Treemap
              groups={groups}
              shape={shape}
              palette={PAGE_PALETTE}
              active={active === undefined ? undefined : tiles[active]}
            />
          </svg>
        )}
      </Crosshair>
      {left !== undefined && (
        <p data-axis className="mt-1.5 text-xs text-muted">
          and <Count name="treemap.more_runes" value={left.runes} one="more rune" />,{' '}
          <Count name="treemap.rune_movements" value={left.movements} one="movement" />
        </p>
      )}
    </>
  )
}

const HEIGHT_CLASSES: Record<number, string> = {
  120: 'h-[120px]',
  160: 'h-[160px]',
  240: 'h-[240px]',
  320: 'h-[320px]',
}

/** The filter of the list that shows the movements of a tile. */
function filterOf(tile: PlacedTile) {
  return {
    type: tile.type,
    rune: tile.rune?.spaced_name,
    ...WITHOUT_FINER,
    [tile.type === 'burn' ? 'giver' : 'receiver']: partyOf(tile),
    group: 'off',
    view: undefined,
    change: undefined,
  }
}

const WITHOUT_FINER = Object.fromEntries(FINER_FILTERS.map((name) => [name, undefined]))

/** Undefined for anyone: no filter selects mints and premines that no address got. */
function partyOf(tile: PlacedTile): string | undefined {
  if (tile.of !== 'address') return
  return tile.address ?? (tile.type === 'transfer' || tile.type === 'burn' ? NOBODY : undefined)
}

/** How an address takes part in movements of a type. */
const PREPOSITIONS = { transfer: 'to', mint: 'to', burn: 'by', etching: 'to', change: 'to' }

/** "51 mints of MASSIVE•PILE•OF•SHIT to bc1pvf…mmhka7" */
function useDescription() {
  const format = useFormatCount()
  return (tile: PlacedTile) => {
    const what = `${format(tile.movements)} ${typeWord(tile)}`
    if (tile.of === 'runes') return `${what} of ${runesText(tile, format)}`
    const preposition = PREPOSITIONS[tile.type]
    const who =
      tile.of === 'addresses'
        ? addressesText(tile, format)
        : tile.address === undefined
          ? 'no address'
          : shortenId(tile.address)
    return `${what} of ${tile.rune?.spaced_name} ${preposition} ${who}`
  }
}

function TileTooltip({ tile }: { tile: PlacedTile }) {
  const format = useFormatCount()
  return (
    <div className="space-y-1 text-muted">
      <p>
        <span className="font-semibold text-ink">
          <Numeral name="tile.movements" value={tile.movements} /> {typeWord(tile)}
        </span>
        {tile.of === 'address' && tile.address !== undefined && (
          <>
            {` ${PREPOSITIONS[tile.type]} `}
            <span className="font-mono text-ink">{shortenId(tile.address)}</span>
          </>
        )}
        {tile.of === 'addresses' && ` ${PREPOSITIONS[tile.type]} ${addressesText(tile, format)}`}
        {tile.of === 'runes' && (
          <>
            {' of '}
            {tile.runes === undefined ? (
              'other runes'
            ) : (
              <Count name="tile.runes" value={tile.runes} one="more rune" />
            )}
          </>
        )}
      </p>
      {tile.rune !== undefined && (
        <p className="flex flex-wrap items-center justify-between gap-x-6">
          <span className="inline-flex items-center gap-1.5">
            <RuneSymbol symbol={tile.rune.symbol} />
            {tile.rune.spaced_name}
          </span>
          {tile.of !== 'runes' && (
            <span className="text-ink">
              <Digits name="tile.amount" digits={amountOf(tile)} />
              {tile.of === 'addresses' && <span className="text-muted"> in all</span>}
            </span>
          )}
        </p>
      )}
      <p className="phone:hidden">Enter or a click lists {whatOpens(tile)}</p>
    </div>
  )
}

function amountOf(tile: Exclude<Tile, { of: 'runes' }>): string {
  return tile.of === 'address' ? tile.amount : addAmounts(tile.amounts)
}

/** No filter selects what only a tile has of several addresses or runes. */
function whatOpens({ of, type }: PlacedTile): string {
  if (of === 'address') return 'them'
  return `all ${typeWord({ type, movements: 0 })} of the ${of === 'addresses' ? 'rune' : 'block'}`
}

/** Of so many tiles, the table has all; the others are in the list below. */
const MAX_ROWS = 100

function TilesTable({ treemap }: Pick<Props, 'treemap'>) {
  const format = useFormatCount()
  const rows = treemap.runes.flatMap(({ rune, tiles }) =>
    tiles.map(({ type, address = 'no address', movements }) => [
      `${rune.spaced_name}, ${type}, ${address}`,
      format(movements),
    ]),
  )
  return (
    <FigureTable
      caption="Movements by rune, type and address"
      columns={['Rune, type and address', ['Movements', 'tile.movements']]}
      rows={rows.slice(0, MAX_ROWS)}
    />
  )
}
