/** @jsxImportSource satori/jsx */
import { type CardFigure, FigureOfCard } from './CardFigure.tsx'
import { CardMark, type Marked } from './CardMark.tsx'
import { CARD_PALETTES, type CardPalette, type CardTheme } from './cardPalette.ts'
import { CARD_HEIGHT, CARD_MARGIN, CARD_WIDTH } from './cardSize.ts'
import { BASE_FONT } from './fonts.ts'

/**
 * What the picture of a page shows: the texts of its `Head`, and its figure. The texts may be untrusted: they only
 * become text nodes.
 */
export type CardData = {
  kind: string
  title: string
  description: string
  /** One before the title, or those of what is compared. */
  marks: Marked[]
  warning?: CardWarning | undefined
  figure?: CardFigure | undefined
  /** "at block 412 · 25 Nov 2026" */
  moment?: string | undefined
  /** Whether it shows an invented chain. */
  isDemo: boolean
  /** Where the page is, without its scheme. */
  link: string
  theme: CardTheme
}

/** What readers must know before they trust it: "24 tokens are named sBTC: check the contract", or what was lost. */
export type CardWarning = { text: string; tone: 'warn' | 'bad' }

/** The picture of a page, to share and as its link preview. */
export function Card(card: CardData) {
  const { kind, title, marks, warning, figure, theme } = card
  const palette = CARD_PALETTES[theme]
  const { fontSize, lines } = titleStyle(title, figure !== undefined)
  const texts = figure === undefined ? CENTRED : {}
  return (
    <div style={{ ...SHEET, background: palette.ground, color: palette.ink }}>
      <div style={{ display: 'flex', color: palette.muted, fontSize: 14 }}>{kind}</div>
      <div style={{ ...TEXTS, ...texts }}>
        <div style={HEADING}>
          {marks.map((marked) => (
            <CardMark of={marked} size={MARK} palette={palette} />
          ))}
          <Text text={title} style={{ ...TITLE, fontSize }} lines={lines} />
        </div>
        <Description card={card} palette={palette} />
        {warning !== undefined && (
          <div style={{ ...WARNING, color: palette[warning.tone] }}>{warning.text}</div>
        )}
      </div>
      {figure !== undefined && (
        <div style={FIGURE}>
          <FigureOfCard figure={figure} palette={palette} />
        </div>
      )}
      <Foot card={card} palette={palette} />
    </div>
  )
}

/** About how many characters a line beside a figure has room for. */
const LINE_CHARACTERS = 80

function Description({ card, palette }: { card: CardData; palette: CardPalette }) {
  const { description, figure, warning } = card
  const lines = descriptionLines({ figure, warning })
  const text = figure ? firstSentences(description, lines * LINE_CHARACTERS) : description
  return (
    <Text
      text={text.replace(/\.(?=[a-z])/gi, BREAKABLE_DOT)}
      style={{ ...descriptionStyle(description, palette), fontSize: figure ? 13 : 16 }}
      lines={lines}
    />
  )
}

/** The sentences that have room, or the first one. */
function firstSentences(text: string, room: number): string {
  const sentences = text.split(/(?<=\. )/)
  while (sentences.length > 1 && sentences.join('').length > room) sentences.pop()
  return sentences.join('')
}

/** About how many characters of the moment and of the link have room beside each other. */
const FOOT_CHARACTERS = 66

function Foot({ card, palette }: { card: CardData; palette: CardPalette }) {
  const { isDemo, moment = '', link } = card
  const when = [isDemo ? 'Demo' : '', moment].filter(Boolean).join(' · ')
  const room = FOOT_CHARACTERS - when.length
  return (
    <div style={FOOT}>
      <Logo />
      <div style={{ fontWeight: 600 }}>Cairn</div>
      <div style={{ display: 'flex', alignItems: 'center', gap: 6, color: palette.muted }}>
        {isDemo && <div style={{ ...DOT, background: palette.etching }} />}
        {when}
      </div>
      <div style={{ ...LINK, color: palette.muted }}>
        {link.length <= room ? link : `${link.slice(0, room - 1)}…`}
      </div>
    </div>
  )
}

type TextStyle = { fontSize: number; fontWeight: number; lineHeight: number }
type TextProps = { text: string; style: TextStyle; lines: number }

/** satori ignores the characters that isolate parts of a text (U+2068, U+2069), so each part is a box of its own. */
function Text({ text, style, lines }: TextProps) {
  const parts = text.split(/[\u2068\u2069]/).filter(Boolean)
  if (parts.length < 2) {
    return <div style={{ ...style, ...directionOf(text), lineClamp: lines }}>{text}</div>
  }
  const maxHeight = Math.ceil(style.fontSize * style.lineHeight * lines)
  return (
    <div style={{ ...style, display: 'flex', flexWrap: 'wrap', maxHeight, overflow: 'hidden' }}>
      {parts.map(isolate)}
    </div>
  )
}

function isolate(text: string) {
  return <div style={{ ...ISOLATED, ...directionOf(text) }}>{text}</div>
}

function Logo() {
  return (
    <svg aria-hidden="true" width="22" height="22" viewBox="0 0 24 24">
      <rect width="24" height="24" rx="6" fill="#e2e9d3" />
      <ellipse cx="12" cy="19" rx="7.5" ry="1.9" fill="#4b7a1f" />
      <ellipse cx="11.6" cy="15" rx="5.6" ry="1.7" fill="#6b9345" />
      <ellipse cx="12.6" cy="11.3" rx="4.2" ry="1.6" fill="#84a663" />
      <ellipse cx="12" cy="7.2" rx="2.6" ry="2" fill="#9cb980" />
    </svg>
  )
}

const SHEET = {
  display: 'flex',
  flexDirection: 'column',
  boxSizing: 'border-box',
  width: CARD_WIDTH,
  height: CARD_HEIGHT,
  padding: `24px ${CARD_MARGIN}px 20px`,
  fontFamily: BASE_FONT,
} as const
const TEXTS = { display: 'flex', flexDirection: 'column', overflow: 'hidden' } as const
/** Without a figure. */
const CENTRED = { flexGrow: 1, flexBasis: 0, justifyContent: 'center' } as const
const FIGURE = {
  display: 'flex',
  flexGrow: 1,
  flexBasis: 0,
  alignItems: 'center',
  overflow: 'hidden',
} as const
const FOOT = { display: 'flex', alignItems: 'center', gap: 10, height: 24, fontSize: 13 } as const
const LINK = {
  display: 'block',
  flexGrow: 1,
  flexBasis: 0,
  overflow: 'hidden',
  textAlign: 'right',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const
const ISOLATED = { display: 'block', maxWidth: '100%', whiteSpace: 'pre-wrap' } as const
// Words wider than the image, such as hashes, break anywhere.
const TEXT = { display: 'block', overflowWrap: 'break-word' } as const
/** In pixels; the picture has twice as many. */
const MARK = 40
const HEADING = { display: 'flex', alignItems: 'center', gap: 10, marginTop: 4 } as const
const WARNING = { display: 'flex', marginTop: 10, fontSize: 15 } as const
const DOT = { width: 8, height: 8, borderRadius: 4 } as const
const TITLE = { ...TEXT, fontWeight: 600, lineHeight: 1.15, letterSpacing: '-0.02em' } as const

function descriptionStyle(description: string, { muted }: CardPalette) {
  const fontWeight = weightOf(description)
  return { ...TEXT, marginTop: 6, color: muted, lineHeight: 1.35, fontWeight }
}

/** The figure needs the rest of the height. */
function descriptionLines({ figure, warning }: Pick<CardData, 'figure' | 'warning'>): number {
  if (figure === undefined) return 3
  return warning === undefined ? 2 : 1
}

// Lets a long principal break between its address and its name.
const BREAKABLE_DOT = '.\u200b'

/** Longer titles are smaller, to leave room for the other texts. */
function titleStyle(title: string, hasFigure: boolean) {
  // Characters of these scripts are about twice as wide as Latin ones.
  const wide = title.match(/[\p{scx=Han}\p{scx=Hangul}\p{Extended_Pictographic}]/gu)?.length ?? 0
  const length = title.length + wide
  if (hasFigure) {
    if (length > 32) return { fontSize: 20, lines: 2 }
    return { fontSize: length <= 26 ? 32 : 26, lines: 1 }
  }
  if (length <= 22) return { fontSize: 48, lines: 2 }
  if (length <= 48) return { fontSize: 36, lines: 3 }
  return { fontSize: 27, lines: 4 }
}

/** The Chinese, Japanese and Korean fonts have only a thin weight. Synthetic bold makes it readable. */
function weightOf(text: string): number {
  return /[\p{scx=Han}\p{scx=Hangul}]/u.test(text) ? 600 : 400
}

/** The direction of the first letter. Right-to-left text is left-aligned too, as on the page. */
function directionOf(text: string) {
  const letter = text.match(/\p{L}/u)?.[0] ?? ''
  const direction = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter) ? 'rtl' : 'ltr'
  return { direction, textAlign: 'left' } as const
}
