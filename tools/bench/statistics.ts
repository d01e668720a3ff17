type Description = { unit?: string; most?: number; least?: number; detail?: string | undefined }
type Figure = Description & { name: string; value: number }

/** Everything that has been reported so far. */
const figures: Figure[] = []

const isJson = process.argv.includes('--json')

/** The value that `share` (0 to 1) of the values do not exceed. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: number[]) => quantile(values, 0.5)
export const rounded = (value: number) => Number(value.toPrecision(3))

/** Prints what the bench does. */
export function say(line: string): void {
  if (isJson) console.error(line)
  else console.log(line)
}

/** Adds a figure, and prints it with its target, if it has one, and whether it is met. */
export function report(name: string, value: number, description: Description = {}): void {
  const figure = { name, value, ...description }
  figures.push(figure)
  say(lineOf(figure))
}

function lineOf({ name, value, unit = '', most, least, detail = '' }: Figure): string {
  const isMet = value <= (most ?? value) && value >= (least ?? value)
  const bound = most === undefined ? `≥ ${least}` : `≤ ${most}`
  const verdict = (most ?? least) === undefined ? '' : `${bound} ${isMet ? 'met' : 'MISSED'}`
  const columns = [
    name.padEnd(64),
    `${value.toLocaleString('en')} ${unit}`.trimEnd().padStart(20),
    verdict.padEnd(18),
    detail,
  ]
  return columns.join('  ').trimEnd()
}

/** Prints all figures in one table, or as JSON. */
export function printFigures(): void {
  if (isJson) console.log(JSON.stringify(figures, null, 2))
  else for (const figure of figures) console.log(lineOf(figure))
}
