import type { MovementType } from '../../contract/schemas/movement.ts'

/** The colours of a drawing, as values of SVG attributes. A drawing takes them, so that it can be made into a picture without style sheets. */
export type Palette = Record<MovementType, string> & {
  accent: string
  /** Large bars, which the accent would make glare. */
  olive: string
  /** Lines that compare: these after `ink`. */
  leaf: string
  control: string
  amber: string
  ink: string
  muted: string
  line: string
  surface: string
  /** Behind what is pointed at. */
  highlight: string
  /** Around a filled shape: none, but in forced colours. */
  edge: string
  /** Texts on a filled shape, and what surrounds them: nothing, but in forced colours. */
  onFill: string
  halo: string
  /** The font of addresses. */
  mono: string
  /** Laid over what is not over yet: stripes (`Patterns`). */
  unfinished: string
}

/** The colours of pages, which follow the theme and forced colours (`theme.css`). */
export const PAGE_PALETTE: Palette = {
  transfer: 'var(--color-transfer-fill)',
  mint: 'var(--color-mint-fill)',
  burn: 'var(--color-burn-fill)',
  etching: 'var(--color-etching-fill)',
  change: 'var(--color-change-fill)',
  accent: 'var(--color-accent)',
  olive: 'var(--color-olive)',
  leaf: 'var(--color-leaf)',
  control: 'var(--color-control)',
  amber: 'var(--color-warn)',
  ink: 'var(--color-ink)',
  muted: 'var(--color-muted)',
  line: 'var(--color-line)',
  surface: 'var(--color-surface)',
  highlight: 'var(--color-accent-soft)',
  edge: 'var(--color-edge)',
  onFill: 'var(--color-on-fill)',
  halo: 'var(--color-halo)',
  mono: 'var(--font-mono)',
  unfinished: 'url(#unfinished)',
}
