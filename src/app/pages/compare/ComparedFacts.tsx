import type { RuneDetails } from '../../../contract/schemas/rune.ts'
import { useLastPeriod } from '../../endOfIndex.tsx'
import { LineSample } from '../../figures/CompareLines.tsx'
import { PAGE_PALETTE } from '../../figures/palette.ts'
import { capOf, mintedPercent } from '../../runes/MintStatus.tsx'
import { RuneName } from '../../runes/RuneName.tsx'
import { type FactList, knownFacts } from '../../ui/Facts.tsx'
import { Digits, type FigureName, Numeral, Percent, trimDecimal } from '../../ui/numbers.tsx'
import { Day } from '../../ui/Time.tsx'

/** By the number of runes. Phones have room for three; of four, the table scrolls sideways there. */
const WIDTHS = ['', '', 'min-w-72', 'min-w-85', 'min-w-128']

/** The terms and figures of runes, in a column for each. */
export function ComparedFacts({ runes }: { runes: readonly RuneDetails[] }) {
  const last = useLastPeriod()
  const facts = runes.map((rune) => factsOf(rune, last('24 h')))
  const known = new Set(facts.flatMap((own) => knownFacts(own).map(([name]) => name)))
  return (
    <section
      aria-labelledby="terms"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="panel relative min-w-0 overflow-x-auto overscroll-x-contain pt-3"
    >
      <h2 id="terms" className="px-4 text-lg font-semibold phone:px-3">
        Terms and figures
      </h2>
      <table
        aria-labelledby="terms"
        className={`w-full table-fixed border-collapse text-sm [&_:is(td,th)]:px-1.5 [&_:is(td,th)]:py-1.5 [&_:is(td,th)]:first:ps-4 [&_:is(td,th)]:last:pe-4 phone:[&_:is(td,th)]:first:ps-3 phone:[&_:is(td,th)]:last:pe-3 ${WIDTHS[runes.length]}`}
      >
        <thead>
          <tr className="align-bottom">
            <td className="w-28 phone:w-26" />
            {runes.map((rune, index) => (
              <th key={rune.id} scope="col" className="text-end text-xs wrap-anywhere">
                <span className="flex justify-end pb-1">
                  <LineSample index={index} palette={PAGE_PALETTE} />
                </span>
                <RuneName rune={rune} isInline />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...known].map((name) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="text-start font-normal text-muted">
                {name}
              </th>
              {runes.map(({ id }, index) => (
                <td key={id} className="text-end font-medium">
                  {facts[index]?.[name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
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
        <Numeral name="rune.total_mints" value={supply?.total_mints ?? '0'} />{' '}
        <span className="inline-block">
          of <Digits name="rune.cap" digits={String(cap)} />
        </span>
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
  if (height === undefined) return 'no end'
  return (
    <>
      before <Numeral name="rune.mint_end" value={height} />
    </>
  )
}

function Amount({ name, digits }: { name: FigureName; digits: string }) {
  return <Digits name={name} digits={trimDecimal(digits)} />
}
