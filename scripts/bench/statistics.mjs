/** The value that `share` (0 to 1) of the values do not exceed. */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

export const median = (values) => quantile(values, 0.5)

/** What was reported so far, for programs. */
export const figures = []

/**
 * Prints a figure, its limit and whether it holds; a figure without a limit is for reading only.
 * `detail` says what it was made of.
 */
export function report(name, value, unit = '', { most, least, detail } = {}) {
  const limit = most ?? least
  const holds = most === undefined ? value >= least : value <= most
  const verdict = `${holds ? 'holds' : 'FAILS'} at ${most === undefined ? 'least' : 'most'} ${limit}${unit}`
  const columns = [
    name.padEnd(58),
    `${value}${unit}`.padStart(12),
    limit === undefined ? '' : verdict,
  ]
  console.log([...columns.slice(0, 2), columns[2].padEnd(22), detail ?? ''].join('  ').trimEnd())
  figures.push({
    name,
    value,
    unit,
    most,
    least,
    holds: limit === undefined ? undefined : holds,
    detail,
  })
}

export function reportMost(name, value, most, unit, detail) {
  report(name, value, unit, { most, detail })
}

export function reportLeast(name, value, least, unit, detail) {
  report(name, value, unit, { least, detail })
}

/** A ratio or a number of milliseconds, as it is read. */
export const rounded = (value) => Number(value.toPrecision(value < 1 ? 2 : 3))
