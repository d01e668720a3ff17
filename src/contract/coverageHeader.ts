/**
 * The header of a response whose data are not all that exists: `partial` if the service lacks some of
 * them, `sample` if they are made up for demonstration.
 */
export const COVERAGE = 'X-Cairn-Coverage'

export type Coverage = 'partial' | 'sample'

export function parseCoverage(value: unknown): Coverage | undefined {
  return value === 'partial' || value === 'sample' ? value : undefined
}
