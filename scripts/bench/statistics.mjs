/** The value that `share` (0 to 1) of the values do not exceed. */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

export const median = (values) => quantile(values, 0.5)

/** What was reported so far, for programs. */
export const figures = []

/** Prints a figure, its limit and whether it holds; a figure without a limit is for reading only. */
export function report(name, value, unit = '', limit = undefined) {
  const holds = limit?.most === undefined ? value >= limit?.least : value <= limit.most
  figures.push({ name, value, unit, ...limit, ...(limit && { holds }) })
  const words = limit?.most === undefined ? `at least ${limit?.least}` : `at most ${limit.most}`
  const verdict = limit === undefined ? '' : `${holds ? 'holds ' : 'FAILS '} ${words}${unit}`
  console.log(`${name.padEnd(66)}${`${value}${unit}`.padStart(12)}   ${verdict}`.trimEnd())
}

export function reportMost(name, value, most, unit) {
  report(name, value, unit, { most })
}

export function reportLeast(name, value, least, unit) {
  report(name, value, unit, { least })
}

/** A ratio or a number of milliseconds, as it is read. */
export const rounded = (value) => Number(value.toPrecision(value < 1 ? 2 : 3))
