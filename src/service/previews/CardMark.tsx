/** @jsxImportSource satori/jsx */
import { markStones } from '../../app/ui/markStones.ts'
import type { CardPalette } from './cardPalette.ts'
import { canDraw } from './fonts.ts'

/** What the picture is of: a rune with its symbol, an address or a token with the stones of its id. */
export type Marked = { id: string; symbol?: string | undefined }

type Props = { of: Marked; size: number; palette: CardPalette }

/** A symbol that no font here has is drawn as stones too. */
export function CardMark({ of: { id, symbol }, size, palette }: Props) {
  if (symbol !== undefined && canDraw(symbol)) {
    const box = { width: size, height: size, borderRadius: size / 5, background: palette.sunken }
    return <div style={{ ...box, ...CENTRED, fontSize: size * 0.55, lineHeight: 1 }}>{symbol}</div>
  }
  const { hue, stones } = markStones(id)
  const colour = palette.marks[hue]
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      style={{ flexShrink: 0 }}
    >
      <rect width="24" height="24" rx="5" fill={colour} opacity="0.16" />
      {stones.map((stone) => (
        <ellipse {...stone} fill={colour} />
      ))}
    </svg>
  )
}

const CENTRED = {
  display: 'flex',
  flexShrink: 0,
  alignItems: 'center',
  justifyContent: 'center',
  overflow: 'hidden',
} as const
