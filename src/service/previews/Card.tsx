/** @jsxImportSource satori/jsx */
import { BASE_FONT } from './fonts.ts'

/**
 * The texts of a preview image, from the `Head` of the page. They may be untrusted: they only become text
 * nodes.
 */
export type CardText = { kind: string; title: string; description: string; host: string }

export const [PREVIEW_WIDTH, PREVIEW_HEIGHT] = [1200, 630]

/** The preview image of a page. Chats show it at a third of its size. */
export function Card({ kind, title, description, host }: CardText) {
  const { fontSize, lines } = titleStyle(title)
  return (
    <div style={SHEET}>
      <div style={HEAD}>
        <Logo />
        <div style={{ fontWeight: 600 }}>Cairn</div>
        <div style={KIND}>{kind}</div>
      </div>
      <div style={TEXTS}>
        <Text text={title} style={{ ...TITLE, fontSize }} lines={lines} />
        <Text
          text={description.replace(/\.(?=[a-z])/gi, BREAKABLE_DOT)}
          style={{ ...DESCRIPTION, fontWeight: weightOf(description) }}
          lines={3}
        />
      </div>
      <div style={HOST}>{host}</div>
      <Stones />
    </div>
  )
}

type TextStyle = (typeof TITLE | typeof DESCRIPTION) & { fontSize: number; fontWeight: number }
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

/** A pile in the corner, in the colours of the types of movements. */
function Stones() {
  return (
    <svg
      aria-hidden="true"
      width="190"
      height="176"
      style={{ position: 'absolute', right: 66, bottom: 46 }}
    >
      <ellipse cx="95" cy="158" rx="95" ry="18" fill="#5f8ad3" />
      <ellipse cx="90" cy="121" rx="82" ry="17" fill="#5f8ad3" />
      <ellipse cx="97" cy="86" rx="67" ry="16" fill="#2e9a7b" />
      <ellipse cx="92" cy="53" rx="48" ry="15" fill="#d2605f" />
      <ellipse cx="96" cy="22" rx="30" ry="14" fill="#9a76cb" />
    </svg>
  )
}

function Logo() {
  return (
    <svg aria-hidden="true" width="56" height="56" viewBox="0 0 24 24">
      <rect width="24" height="24" rx="6" fill="#e2e9d3" />
      <ellipse cx="12" cy="19" rx="7.5" ry="1.9" fill="#4b7a1f" />
      <ellipse cx="11.6" cy="15" rx="5.6" ry="1.7" fill="#6b9345" />
      <ellipse cx="12.6" cy="11.3" rx="4.2" ry="1.6" fill="#84a663" />
      <ellipse cx="12" cy="7.2" rx="2.6" ry="2" fill="#9cb980" />
    </svg>
  )
}

// The colours of the light theme.
const SHEET = {
  display: 'flex',
  flexDirection: 'column',
  boxSizing: 'border-box',
  width: PREVIEW_WIDTH,
  height: PREVIEW_HEIGHT,
  padding: '56px 72px',
  background: '#fafaf7',
  color: '#191a17',
  fontFamily: BASE_FONT,
} as const
const HEAD = { display: 'flex', alignItems: 'center', gap: 20, fontSize: 38 } as const
const KIND = { marginLeft: 'auto', color: '#5c5f57', fontSize: 32 } as const
const TEXTS = {
  display: 'flex',
  flexDirection: 'column',
  flexGrow: 1,
  flexBasis: 0,
  justifyContent: 'center',
  overflow: 'hidden',
} as const
const ISOLATED = { display: 'block', maxWidth: '100%', whiteSpace: 'pre-wrap' } as const
// Words wider than the image, such as hashes, break anywhere.
const TEXT = { display: 'block', overflowWrap: 'break-word' } as const
const TITLE = { ...TEXT, fontWeight: 600, lineHeight: 1.15, letterSpacing: '-0.02em' } as const
const DESCRIPTION = {
  ...TEXT,
  // Leaves room for the stones.
  width: 830,
  marginTop: 24,
  color: '#5c5f57',
  fontSize: 32,
  lineHeight: 1.35,
} as const
const HOST = {
  display: 'block',
  maxWidth: 800,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: '#6b6e65',
  fontSize: 28,
} as const

// Lets a long principal break between its address and its name.
const BREAKABLE_DOT = '.\u200b'

/** Longer titles are smaller, to leave room for the other texts. */
function titleStyle(title: string) {
  // Characters of these scripts are about twice as wide as Latin ones.
  const wide = title.match(/[\p{scx=Han}\p{scx=Hangul}\p{Extended_Pictographic}]/gu)?.length ?? 0
  const length = title.length + wide
  if (length <= 22) return { fontSize: 96, lines: 2 }
  if (length <= 48) return { fontSize: 72, lines: 3 }
  return { fontSize: 54, lines: 4 }
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
