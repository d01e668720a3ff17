/** The value that `share` (0 to 1) of the values do not exceed. */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

export const median = (values) => quantile(values, 0.5)

/** Prints a figure, its limit and whether it holds; a figure without a limit is for reading only. */
export function report(name, value, limit, holds) {
  const verdict = limit === undefined ? '' : `${holds ? 'holds ' : 'FAILS '} ${limit}`
  console.log(`${name.padEnd(62)}${value.padStart(14)}   ${verdict}`)
}

export function reportMost(name, value, most, unit = '') {
  report(name, `${value}${unit}`, `at most ${most}${unit}`, value <= most)
}

export function reportLeast(name, value, least) {
  report(name, `${value}`, `at least ${least}`, value >= least)
}
