import type { MovementType } from '../../contract/schemas/movement.ts'

export type CardTheme = 'light' | 'dark'

export type CardPalette = Record<MovementType, string> & {
  ground: string
  sunken: string
  line: string
  ink: string
  muted: string
  accent: string
  warn: string
  bad: string
  /** Lines that compare: these after `ink`. */
  leaf: string
  control: string
  amber: string
  onFill: string
  /** The hues of marks. */
  marks: readonly string[]
}

/** The colours of the pages (`theme.css`), as values. */
export const CARD_PALETTES: Record<CardTheme, CardPalette> = {
  light: {
    ground: '#fafaf7',
    sunken: '#e6e6df',
    line: '#e6e6df',
    ink: '#191a17',
    muted: '#5c5f57',
    accent: '#455e0f',
    warn: '#7a4b00',
    bad: '#a2252d',
    leaf: '#6b8a24',
    control: '#85887d',
    amber: '#7a4b00',
    onFill: '#0b0c0a',
    marks: [
      '#4b7a1f',
      '#2f6db3',
      '#0f7a66',
      '#8a5a00',
      '#b0413e',
      '#7a4bb3',
      '#a63d7d',
      '#3f4fb8',
      '#5f665a',
      '#a5521c',
    ],
    transfer: '#5f8ad3',
    mint: '#2e9a7b',
    burn: '#d2605f',
    etching: '#9a76cb',
    change: '#8b8f86',
  },
  dark: {
    ground: '#10110f',
    sunken: '#2a2d27',
    line: '#2a2d27',
    ink: '#eceee7',
    muted: '#a5aa9d',
    accent: '#c3da6c',
    warn: '#edb968',
    bad: '#f69c9b',
    leaf: '#a9c169',
    control: '#70756a',
    amber: '#edb968',
    onFill: '#0b0c0a',
    marks: [
      '#a9cc74',
      '#8bb9ee',
      '#6dd3bb',
      '#e5b860',
      '#f09a94',
      '#c4a5f2',
      '#eb9ccb',
      '#a3aef5',
      '#b1b8ab',
      '#eeab7c',
    ],
    transfer: '#5c8bd0',
    mint: '#43b693',
    burn: '#d96a68',
    etching: '#a283d3',
    change: '#7a8074',
  },
}
