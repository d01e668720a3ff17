type Description = { unit?: string; most?: number; least?: number; detail?: string | undefined }
type Figure = Description & { name: string; value: number }

/** Everything that has been reported so far. */
export const figures: Figure[] = []

/** The value that `share` (0 to 1) of the values do not exceed. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: number[]) => quantile(values, 0.5)
export const rounded = (value: number) => Number(value.toPrecision(3))

/** Prints a line of the table, and whether the figure meets its target if it has one. */
export function report(name: string, value: number, description: Description = {}): void {
  const { unit = '', most, least, detail = '' } = description
  figures.push({ name, value, unit, ...description })
  if (process.argv.includes('--json')) return
  const isMet = value <= (most ?? value) && value >= (least ?? value)
  const bound = most === undefined ? `≥ ${least}` : `≤ ${most}`
  const verdict = (most ?? least) === undefined ? '' : `${bound} ${isMet ? 'met' : 'MISSED'}`
  const columns = [
    name.padEnd(58),
    `${value} ${unit}`.trimEnd().padStart(18),
    verdict.padEnd(16),
    detail,
  ]
  console.log(columns.join('  ').trimEnd())
}
