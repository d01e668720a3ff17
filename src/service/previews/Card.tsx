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
  const [name = '', ...more] = title.split(' · ')
  const { fontSize, lines } = nameStyle(name)
  const lineClamp = more.length > 0 ? 2 : lines
  return (
    <div style={SHEET}>
      <div style={TEXTS}>
        <div style={KIND}>{kind}</div>
        <div style={{ ...NAME, ...directionOf(name), fontSize, lineClamp }}>{name}</div>
        {more.length > 0 && <div style={MORE}>{more.join(' · ')}</div>}
        <div
          style={{ ...DESCRIPTION, ...directionOf(description), fontWeight: weightOf(description) }}
        >
          {description.replace(/\.(?=[a-z])/gi, BREAKABLE_DOT)}
        </div>
      </div>
      <div style={FOOTER}>
        <div style={{ ...STONE, ...UPPER }} />
        <div style={{ ...STONE, ...MIDDLE }} />
        <div style={{ ...STONE, ...LOWER }} />
        <div style={{ fontWeight: 600 }}>Cairn</div>
        <div style={HOST}>{host}</div>
      </div>
    </div>
  )
}

// The colours of the logo and of the dark theme.
const SHEET = {
  display: 'flex',
  flexDirection: 'column',
  boxSizing: 'border-box',
  width: PREVIEW_WIDTH,
  height: PREVIEW_HEIGHT,
  padding: '64px 72px 0',
  background: '#1e1d1a',
  color: '#f6f5f1',
  fontFamily: BASE_FONT,
} as const
const TEXTS = {
  display: 'flex',
  flexDirection: 'column',
  flexGrow: 1,
  flexBasis: 0,
  overflow: 'hidden',
} as const
const KIND = {
  color: '#b8cc6e',
  fontSize: 30,
  fontWeight: 600,
  lineHeight: 1.2,
  letterSpacing: '0.12em',
  textTransform: 'uppercase',
} as const
// Words wider than the image, such as hashes, break anywhere.
const TEXT = { display: 'block', overflowWrap: 'break-word' } as const
const NAME = {
  ...TEXT,
  marginTop: 12,
  fontWeight: 600,
  lineHeight: 1.12,
  letterSpacing: '-0.02em',
} as const
const MORE = {
  ...TEXT,
  marginTop: 10,
  fontSize: 48,
  lineHeight: 1.2,
  letterSpacing: '-0.01em',
  lineClamp: 1,
} as const
const DESCRIPTION = {
  ...TEXT,
  // Leaves room for the stones.
  width: 890,
  marginTop: 20,
  color: '#bdb7aa',
  fontSize: 32,
  lineHeight: 1.35,
  lineClamp: 3,
} as const
const FOOTER = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  height: 108,
  borderTop: '2px solid #4a463e',
  fontSize: 36,
} as const
const HOST = {
  display: 'block',
  maxWidth: 700,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: '#a8a295',
  fontSize: 30,
} as const

// The three stones of the logo, on the line above the footer.
const STONE = { position: 'absolute', borderRadius: '50%' } as const
const UPPER = { ...ellipse(37, 26), right: 54, bottom: 250, background: '#b8cc6e' }
const MIDDLE = { ...ellipse(59, 31), right: 32, bottom: 186, background: '#d6d1c6' }
const LOWER = { ...ellipse(87, 37), right: 4, bottom: 109, background: '#a29c8f' }

function ellipse(rx: number, ry: number) {
  return { width: 2 * rx, height: 2 * ry }
}

// Lets a long principal break between its address and its name.
const BREAKABLE_DOT = '.\u200b'

/** Longer names are smaller, to leave room for the other texts. */
function nameStyle(name: string) {
  // Characters of these scripts are about twice as wide as Latin ones.
  const wide = name.match(/[\p{scx=Han}\p{scx=Hangul}\p{Extended_Pictographic}]/gu)?.length ?? 0
  const length = name.length + wide
  if (length <= 16) return { fontSize: 112, lines: 2 }
  if (length <= 40) return { fontSize: 84, lines: 2 }
  if (length <= 80) return { fontSize: 64, lines: 3 }
  return { fontSize: 54, lines: 3 }
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
