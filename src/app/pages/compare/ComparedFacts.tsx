import type { RuneDetails } from '../../../contract/schemas/rune.ts'
import { useLastPeriod } from '../../endOfIndex.tsx'
import { LineSample } from '../../figures/CompareLines.tsx'
import { PAGE_PALETTE } from '../../figures/palette.ts'
import { capOf, mintedPercent } from '../../runes/MintStatus.tsx'
import { RuneName } from '../../runes/RuneName.tsx'
import { type FactList, knownFacts } from '../../ui/Facts.tsx'
import { Digits, type FigureName, Numeral, Percent, trimDecimal } from '../../ui/numbers.tsx'
import { Day } from '../../ui/Time.tsx'

const COLUMNS = ['', '', 'md:grid-cols-2', 'md:grid-cols-3', 'md:grid-cols-2 xl:grid-cols-4']

/** The terms and figures of runes, side by side. */
export function ComparedFacts({ runes }: { runes: readonly RuneDetails[] }) {
  const last = useLastPeriod()
  return (
    <section aria-labelledby="terms">
      <h2 id="terms" className="mt-6 mb-3 text-lg font-semibold">
        Terms and figures
      </h2>
      <div className={`grid grid-cols-1 items-start gap-4 ${COLUMNS[runes.length]}`}>
        {runes.map((rune, index) => (
          <section key={rune.id} className="panel min-w-0">
            <h3 className="flex min-w-0 items-center gap-2 border-b border-line px-4 py-2.5 text-sm">
              <LineSample index={index} palette={PAGE_PALETTE} />
              <RuneName rune={rune} />
            </h3>
            <dl className="divide-y divide-line">
              {knownFacts(factsOf(rune, last('24 h'))).map(([name, value]) => (
                <div
                  key={name}
                  className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 px-4 py-2 text-sm"
                >
                  <dt className="text-muted">{name}</dt>
                  <dd className="min-w-0 text-end font-medium">{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </section>
  )
}

/** Of a rune without mints, which is said once. */
const NOTHING = '–'

/** The same of each rune, so that their lines stand side by side. */
function factsOf(rune: RuneDetails, lastDay: string): FactList {
  const { location, mint_terms, mint_end, supply, max_supply, holders, day_movements } = rune
  const cap = capOf(rune)
  const hasMint = cap !== undefined && cap > 0n
  return {
    Etched: location?.timestamp !== undefined && (
      <Day name="rune.timestamp" seconds={location.timestamp} />
    ),
    Block: location?.block_height !== undefined && (
      <Numeral name="rune.block_height" value={location.block_height} />
    ),
    'Each mint':
      hasMint && typeof mint_terms?.amount === 'string' ? (
        <Amount name="rune.mint_amount" digits={mint_terms.amount} />
      ) : (
        'no mint'
      ),
    Mints: hasMint ? (
      <>
        <Numeral name="rune.total_mints" value={supply?.total_mints ?? '0'} /> of{' '}
        <Digits name="rune.cap" digits={String(cap)} />
      </>
    ) : (
      NOTHING
    ),
    Minted: hasMint ? <Percent name="rune.minted_percent" value={mintedPercent(rune)} /> : NOTHING,
    'Mint ends': hasMint ? <MintEnd height={mint_end} /> : NOTHING,
    Premine: <Amount name="rune.premine" digits={supply?.premine ?? '0'} />,
    Supply: <Amount name="rune.supply" digits={supply?.current ?? '0'} />,
    'Largest possible': max_supply !== undefined && (
      <Amount name="rune.max_supply" digits={max_supply} />
    ),
    Burned: <Amount name="rune.burned" digits={supply?.burned ?? '0'} />,
    Holders: <Numeral name="rune.holders" value={holders} />,
    [`Movements, ${lastDay}`]: <Numeral name="rune.day_movements" value={day_movements} />,
  }
}

function MintEnd({ height }: { height: number | undefined }) {
  if (height === undefined) return 'no end block'
  return (
    <>
      before <Numeral name="rune.mint_end" value={height} />
    </>
  )
}

function Amount({ name, digits }: { name: FigureName; digits: string }) {
  return <Digits name={name} digits={trimDecimal(digits)} />
}
