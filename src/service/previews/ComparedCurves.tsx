/** @jsxImportSource satori/jsx */
import { line } from 'd3-shape'
import { compareLook } from '../../app/figures/compareLooks.ts'
import { lineScale } from '../../app/figures/valueScale.ts'
import { CardLines } from './CardLines.tsx'
import { countText } from './cardNumbers.ts'
import type { CardPalette } from './cardPalette.ts'
import { FIGURE_HEIGHT, FIGURE_WIDTH } from './cardSize.ts'

/** A rune, and its holders at the end of each day since its etching. */
export type ComparedRune = { name: string; holders: number[] }

type Props = { runes: ComparedRune[]; palette: CardPalette }

const [AXIS_WIDTH, LABELS_HEIGHT, NAMES_WIDTH] = [44, 20, 190]

/** The holders of runes by days since each etching. */
export function ComparedCurves({ runes, palette }: Props) {
  const days = Math.max(...runes.map(({ holders }) => holders.length))
  const width = FIGURE_WIDTH - AXIS_WIDTH - NAMES_WIDTH
  const height = FIGURE_HEIGHT - LABELS_HEIGHT
  const scale = lineScale(
    runes.flatMap(({ holders }) => holders),
    height,
    { room: 6 },
  )
  const draw = line<number>(
    (_, day) => ((day + 0.5) / days) * width,
    (holders) => scale.y(holders),
  ).digits(1)
  const lines = runes.map(({ holders }, index) => (
    <path d={draw(holders) ?? ''} fill="none" strokeWidth="2" {...compareLook(index, palette)} />
  ))
  return (
    <CardLines {...{ width, height, scale, palette, lines }} ends={['day 0', `day ${days - 1}`]}>
      <div style={NAMES}>
        {runes.map(({ name, holders }, index) => (
          <div style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
            <svg aria-hidden="true" width="22" height="8" style={{ flexShrink: 0 }}>
              <path d="M0,4H22" fill="none" strokeWidth="2" {...compareLook(index, palette)} />
            </svg>
            <div style={{ display: 'flex', flexDirection: 'column' }}>
              <div style={{ ...NAME, lineClamp: runes.length > 2 ? 1 : 2 }}>
                {name.replaceAll('•', BREAKABLE_SPACER)}
              </div>
              <div style={{ display: 'flex', fontSize: 11, color: palette.muted }}>
                {`${countText(holders.at(-1) ?? 0)} holders`}
              </div>
            </div>
          </div>
        ))}
      </div>
    </CardLines>
  )
}

const NAME = { display: 'block', width: 150, fontSize: 12, fontWeight: 600 } as const
const BREAKABLE_SPACER = '•\u200b'
const NAMES = {
  display: 'flex',
  position: 'absolute',
  flexDirection: 'column',
  justifyContent: 'center',
  gap: 6,
  right: 0,
  top: 0,
  width: NAMES_WIDTH - 10,
  height: FIGURE_HEIGHT,
} as const
