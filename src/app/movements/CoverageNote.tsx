import { useAbout } from '../query.ts'
import { Numeral } from '../ui/numbers.tsx'
import { Dot } from '../ui/PageHeader.tsx'

/** Which runes the index knows, if it begins after the first ones. */
export function CoverageNote() {
  const about = useAbout()
  if (about?.coverage === undefined || about.coverage.is_complete) return null
  return (
    <>
      <span className="phone:hidden">
        <Dot />
      </span>
      <span className="phone:w-full">
        Only runes etched since <Numeral name="index.from" value={about.coverage.from} />
        {/* The one that is part of the protocol, on the main network. */}
        {about.network === 'main' && ', and UNCOMMON•GOODS'}
      </span>
    </>
  )
}
