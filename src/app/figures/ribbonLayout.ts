/** A ribbon before it has a place: a share of all that flows, from 0 to 1. */
export type Flowing = { share: number; isCut: boolean }

/** A closed outline, as the `d` of a path. */
export type RibbonShape = { path: string; isCut: boolean }

/** Pixels. The largest flow has this thickness beside its rows. */
const MAX_THICKNESS = 176
/** Few ribbons need no large figure. */
const THICKNESS_EACH = 36
const MIN_THICKNESS = 1.5
/** What a ribbon and its row are apart. */
const ROW_GAP = 8

/** How thick a ribbon is beside its row, and how high the row must be, in steps of 4. */
export function rowsBeside(
  ribbons: readonly Flowing[],
  all: number,
  textHeight: (index: number) => number,
) {
  const whole = Math.min(MAX_THICKNESS, all * THICKNESS_EACH)
  return ribbons.map(({ share, isCut }, index) => {
    const thickness = Math.max(MIN_THICKNESS, share * whole)
    const height = Math.max(textHeight(index), thickness + ROW_GAP)
    return { thickness, isCut, height: Math.ceil(height / 4) * 4 }
  })
}

export const WIDTH = 366
export const BAR = 6

/** Ribbons from one bar, in the middle of the left side, to rows at the right. */
export function layOutBeside(rows: ReturnType<typeof rowsBeside>, height: number) {
  const barHeight = sum(rows.map(({ thickness }) => thickness))
  const bar = { y: (height - barHeight) / 2, height: barHeight }
  let left = bar.y
  let top = (height - sum(rows.map((row) => row.height))) / 2
  const ribbons = rows.map(({ thickness, isCut, height: rowHeight }): RibbonShape => {
    const path = besidePath(left, top + (rowHeight - thickness) / 2, thickness)
    left += thickness
    top += rowHeight
    return { path, isCut }
  })
  return { bar, ribbons }
}

function besidePath(left: number, right: number, thickness: number): string {
  const middle = (BAR + WIDTH) / 2
  return `M${BAR},${left}C${middle},${left} ${middle},${right} ${WIDTH},${right}v${thickness}C${middle},${right + thickness} ${middle},${left + thickness} ${BAR},${left + thickness}Z`
}

/** On phones, what flows is so wide. */
const LANES = 56
export const PHONE_WIDTH = 84
const BEND = 6

/** Lanes that run down from a bar, the first one outermost. Each turns off to its row, and none crosses another. */
export function layOutDown(ribbons: readonly Flowing[], rowHeight: number) {
  const lanes = ribbons.map(({ share, isCut }) => ({
    thickness: Math.max(MIN_THICKNESS, share * LANES),
    isCut,
  }))
  const width = sum(lanes.map(({ thickness }) => thickness))
  let right = width
  const shapes = lanes.map(({ thickness, isCut }, index): RibbonShape => {
    right -= thickness
    return { path: downPath(right, rowHeight * (index + 0.5), thickness), isCut }
  })
  return { width, height: rowHeight * ribbons.length, ribbons: shapes }
}

function downPath(x: number, y: number, thickness: number): string {
  const [upper, lower] = [y - thickness / 2, y + thickness / 2]
  const [inner, turn] = [x + thickness, Math.max(BAR, upper - BEND)]
  const end = inner + BEND
  return `M${x},${BAR}H${inner}V${turn}Q${inner},${upper} ${end},${upper}H${PHONE_WIDTH}V${lower}H${end}Q${x},${lower} ${x},${turn}Z`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
