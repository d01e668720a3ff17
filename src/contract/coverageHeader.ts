/**
 * The header of a response with incomplete or made-up data: `partial` if the service lacks some of
 * them, `sample` if they are made up for demonstration.
 */
export const COVERAGE = 'X-Cairn-Coverage'

export type Coverage = 'partial' | 'sample'

export function parseCoverage(value: unknown): Coverage | undefined {
  return value === 'partial' || value === 'sample' ? value : undefined
}
