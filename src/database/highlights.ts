import { int, nullable, table, text } from './table.ts'

/** What stands out in a block: at most five rows. Each says what one transaction did to one rune. */
export const highlights = table(
  'highlights',
  { key: ['tx', 'rune', 'kind'] },
  {
    tx: int,
    rune: int,
    kind: int,
    amount: text,
    /** The only address that gave or got it, and how many did. */
    sender: nullable(int),
    senders: int,
    receiver: nullable(int),
    receivers: int,
    outputs: int,
    outputs_without_address: int,
    /** Of a large transfer or burn: that of the rune, before the burn. */
    supply: nullable(text),
  },
)

/** The values of `highlights.kind`. Where a block has more than five, earlier ones come first. */
export const HIGHLIGHT_CODES = {
  'minted-out': 0,
  airdrop: 1,
  burn: 2,
  transfer: 3,
  etching: 4,
} as const
export type HighlightKind = keyof typeof HIGHLIGHT_CODES
