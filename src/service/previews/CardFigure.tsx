/** @jsxImportSource satori/jsx */
import type { AddressBalance } from '../../contract/schemas/address.ts'
import type { BlockTreemap } from '../../contract/schemas/alike.ts'
import type { Ribbon } from '../../contract/schemas/chain.ts'
import type { CardPalette } from './cardPalette.ts'
import { HoldersCurve, type HoldersOverTime } from './HoldersCurve.tsx'
import { MovementTiles } from './MovementTiles.tsx'
import { RibbonFlow } from './RibbonFlow.tsx'
import { ShareBars } from './ShareBars.tsx'

/** What the picture of a page draws, as plain data: it is drawn in a worker. */
export type CardFigure =
  | { type: 'holders'; holders: HoldersOverTime }
  | { type: 'treemap'; treemap: BlockTreemap }
  | { type: 'flow'; ribbons: Ribbon[] }
  | { type: 'shares'; balances: AddressBalance[] }

export function FigureOfCard({ figure, palette }: { figure: CardFigure; palette: CardPalette }) {
  switch (figure.type) {
    case 'holders':
      return <HoldersCurve holders={figure.holders} palette={palette} />
    case 'treemap':
      return <MovementTiles treemap={figure.treemap} palette={palette} />
    case 'flow':
      return <RibbonFlow ribbons={figure.ribbons} palette={palette} />
    case 'shares':
      return <ShareBars balances={figure.balances} palette={palette} />
  }
}
