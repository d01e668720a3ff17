/** @jsxImportSource satori/jsx */
import type { AddressBalance } from '../../contract/schemas/address.ts'
import type { BlockTreemap } from '../../contract/schemas/alike.ts'
import type { BlockSummary, Ribbon } from '../../contract/schemas/chain.ts'
import { BlockColumns } from './BlockColumns.tsx'
import { ComparedCurves, type ComparedRune } from './ComparedCurves.tsx'
import type { CardPalette } from './cardPalette.ts'
import { type FactLine, FactLines } from './FactLines.tsx'
import { HoldersCurve, type HoldersOverTime } from './HoldersCurve.tsx'
import { MovementTiles } from './MovementTiles.tsx'
import { RibbonFlow } from './RibbonFlow.tsx'
import { ShareBars } from './ShareBars.tsx'

/** What the picture of a page draws, as plain data: it is drawn in a worker. */
export type CardFigure =
  | { type: 'holders'; holders: HoldersOverTime }
  | { type: 'treemap'; treemap: BlockTreemap }
  | { type: 'flow'; ribbons: Ribbon[] }
  | { type: 'shares'; balances: AddressBalance[]; total: number }
  | { type: 'blocks'; blocks: BlockSummary[] }
  | { type: 'compared'; runes: ComparedRune[] }
  | { type: 'facts'; facts: FactLine[] }

export function FigureOfCard({ figure, palette }: { figure: CardFigure; palette: CardPalette }) {
  switch (figure.type) {
    case 'holders':
      return <HoldersCurve holders={figure.holders} palette={palette} />
    case 'treemap':
      return <MovementTiles treemap={figure.treemap} palette={palette} />
    case 'flow':
      return <RibbonFlow ribbons={figure.ribbons} palette={palette} />
    case 'shares':
      return <ShareBars balances={figure.balances} total={figure.total} palette={palette} />
    case 'blocks':
      return <BlockColumns blocks={figure.blocks} palette={palette} />
    case 'compared':
      return <ComparedCurves runes={figure.runes} palette={palette} />
    case 'facts':
      return <FactLines facts={figure.facts} palette={palette} />
  }
}
