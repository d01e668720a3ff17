/** @jsxImportSource satori/jsx */
import { CardMark } from './CardMark.tsx'
import type { CardPalette } from './cardPalette.ts'
import { FIGURE_WIDTH } from './cardSize.ts'

/** What is known of a token or a rune: "Supply", "4,071.21885643". An address has a mark. */
export type FactLine = { name: string; text: string; address?: string | undefined }

type Props = { facts: FactLine[]; palette: CardPalette }

export function FactLines({ facts, palette }: Props) {
  return (
    <div style={{ display: 'flex', flexDirection: 'column', gap: 12, width: FIGURE_WIDTH }}>
      {facts.map(({ name, text, address }) => (
        <div style={{ display: 'flex', alignItems: 'center', fontSize: 16 }}>
          <div style={{ display: 'flex', width: 96, color: palette.muted }}>{name}</div>
          <div style={{ display: 'flex', alignItems: 'center', gap: 8, fontWeight: 600 }}>
            {address !== undefined && <CardMark of={{ id: address }} size={20} palette={palette} />}
            {text}
          </div>
        </div>
      ))}
    </div>
  )
}
