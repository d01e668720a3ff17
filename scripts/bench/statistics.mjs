/** All that was reported so far. */
export const figures = []

/** The value that `share` (0 to 1) of the values do not exceed. */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

export const median = (values) => quantile(values, 0.5)
export const rounded = (value) => Number(value.toPrecision(3))

/** Prints a line of the table, and whether the figure meets its target if it has one. */
export function report(name, value, unit = '', { most, least, detail = '' } = {}) {
  figures.push({ name, value, unit: unit.trim(), most, least, detail })
  if (process.argv.includes('--json')) return
  const isMet = most === undefined ? value >= least : value <= most
  const target = most === undefined ? `≥ ${least}` : `≤ ${most}`
  const verdict = (most ?? least) === undefined ? '' : `${target} ${isMet ? 'met' : 'MISSED'}`
  const columns = [name.padEnd(58), `${value}${unit}`.padStart(18), verdict.padEnd(16), detail]
  console.log(columns.join('  ').trimEnd())
}

export const reportMost = (name, value, most, unit, detail) =>
  report(name, value, unit, { most, detail })
export const reportLeast = (name, value, least, unit, detail) =>
  report(name, value, unit, { least, detail })
