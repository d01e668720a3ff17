import type { CoveredRunes } from '../../contract/schemas/chain.ts'
import { useAbout } from '../query.ts'
import { formatDecimal, Numeral } from '../ui/numbers.tsx'
import { Dot } from '../ui/PageHeader.tsx'

/** Which runes the index knows, if it begins after the first ones. */
export function CoverageText() {
  const from = useLateStart()
  const isMain = useAbout()?.network === 'main'
  if (from === undefined) return null
  return (
    <span>
      Only runes etched since <Numeral name="index.from" value={from} />
      {/* The one that is part of the protocol, on the main network. */}
      {isMain && ', and UNCOMMON•GOODS'}
    </span>
  )
}

/** The same, as the last item of the line under a title. */
export function CoverageNote() {
  if (useLateStart() === undefined) return null
  return (
    <>
      <Dot />
      <span className="phone:w-full">
        <CoverageText />
      </span>
    </>
  )
}

/** The first block of the index, if it begins after the first runes. */
export function useLateStart(): number | undefined {
  const { coverage } = useAbout() ?? {}
  return coverage?.is_complete === false ? coverage.from : undefined
}

/** Begins a sentence about all runes: "Of runes etched since 840,002, and UNCOMMON•GOODS: ". */
export function coveragePrefix(covers: CoveredRunes | undefined): string {
  if (covers === undefined) return ''
  const also = covers.also === undefined ? '' : `, and ${covers.also}`
  return `Of runes etched since ${formatDecimal(String(covers.from), 'en')}${also}: `
}
