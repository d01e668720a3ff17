import type { Palette } from './palette.ts'

/** How the lines of what is compared are told apart, in their order: by colour and by dashes. */
const LOOKS = [
  { colour: 'ink', dashes: undefined },
  { colour: 'leaf', dashes: '8 3' },
  { colour: 'control', dashes: '2.5 3' },
  { colour: 'amber', dashes: '9 3 2 3' },
] as const

export const MAX_COMPARED = LOOKS.length

export function compareLook(
  index: number,
  palette: Pick<Palette, (typeof LOOKS)[number]['colour']>,
) {
  const { colour, dashes } = LOOKS[index % MAX_COMPARED] ?? LOOKS[0]
  return { stroke: palette[colour], strokeDasharray: dashes }
}
