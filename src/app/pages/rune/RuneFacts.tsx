import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { type Etching, etchedSymbol, type RuneSupply } from '../../../contract/etching.ts'
import { NeedsWholeHistory } from '../../activity/NeedsWholeHistory.tsx'
import { useApi } from '../../appContext.ts'
import { blockLink, runeBlock, transactionLink } from '../../links.ts'
import { aboutQuery, newestRuneBlock } from '../../queries/directory.ts'
import { CompactAmount } from '../../ui/CompactAmount.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { useLanguage } from '../../ui/language.ts'
import { Amount, formatDecimal, Numeral, trimDecimal } from '../../ui/numbers.tsx'
import { Time } from '../../ui/Time.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { FIRST_RUNE, mintCap } from '../../whyNotMintable.ts'
import { describeMintability, describeTerms } from './mintTerms.ts'

type Props = {
  rune: Etching
  /** Whether the service has only part of the rune's history. */
  isSnapshot: boolean
}

/** The supply, the mint terms and the etching of a rune. */
export function RuneFacts({ rune, isSnapshot }: Props) {
  return (
    <div className="space-y-3 sm:space-y-4">
      <Supply rune={rune} isSnapshot={isSnapshot} />
      <div className="grid grid-cols-1 items-start gap-3 sm:gap-4 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none">
        <Minting rune={rune} />
        <section aria-label="Facts" className="panel px-4 py-1">
          <Facts values="short">
            <SupplyFacts supply={rune.supply} />
            {rune.divisibility !== undefined && (
              <Fact name="Decimals">
                <Numeral value={rune.divisibility} />
              </Fact>
            )}
            <EtchingFacts rune={rune} />
            {rune.turbo && <Fact name="Turbo">Yes: it opts into future protocol changes</Fact>}
          </Facts>
        </section>
      </div>
    </div>
  )
}

function Supply({ rune, isSnapshot }: Props) {
  const { supply } = rune
  const symbol = etchedSymbol(rune)
  const current = supply?.current && trimDecimal(supply.current)
  return (
    <section aria-labelledby="supply" className="panel border-s-4 border-s-accent px-4 py-3">
      <h2 id="supply" className="text-lg font-semibold">
        {current ? 'Current supply' : 'Supply unknown'}
      </h2>
      {current ? (
        <>
          <p
            className={`flex flex-wrap items-baseline gap-x-2 py-1 font-semibold sm:text-2xl ${current.length > 24 ? 'text-sm' : 'text-xl'}`}
          >
            <Amount digits={current} />{' '}
            {symbol && (
              <span className="text-lg font-normal text-muted">
                <UntrustedText text={symbol} />
              </span>
            )}
            <CopyButton text={current} label="current supply" />
          </p>
          <CompactAmount amount={current} />
          <p className="text-sm text-muted">premine + minted − burned</p>
        </>
      ) : (
        <NeedsWholeHistory missing="Supply, mints and burns" isSnapshot={isSnapshot} />
      )}
    </section>
  )
}

function SupplyFacts({ supply }: { supply: RuneSupply | undefined }) {
  if (supply === undefined) return null
  const rows = [
    { name: 'Premine', amount: supply.premine },
    { name: 'Minted', amount: supply.minted, count: supply.total_mints, one: 'mint' },
    { name: 'Burned', amount: supply.burned, count: supply.total_burns, one: 'burn' },
  ]
  return rows.map(
    ({ name, amount, count, one }) =>
      amount !== undefined && (
        <Fact key={name} name={name}>
          <Amount digits={trimDecimal(amount)} />
          {count !== undefined && count !== '0' && (
            <span className="text-muted">
              {' '}
              in <Numeral value={count} /> {count === '1' ? one : `${one}s`}
            </span>
          )}
        </Fact>
      ),
  )
}

/** The mint terms, the progress, and whether the rune is mintable. */
function Minting({ rune }: { rune: Etching }) {
  const language = useLanguage()
  const tip = newestRuneBlock(useQuery(aboutQuery(useApi())).data)
  const terms = describeTerms(rune, language) ?? 'This service does not know the mint terms.'
  const state = describeMintability(rune, { language, tip })
  return (
    <section aria-labelledby="minting" className="panel space-y-2 px-4 py-3">
      <h2 id="minting" className="flex flex-wrap items-center gap-x-3 text-lg font-semibold">
        Minting{' '}
        {state !== undefined && (
          <span
            className={`rounded-full px-2.5 py-0.5 text-sm ${state.isMintable ? 'bg-mint-soft text-mint' : 'bg-sunken text-muted'}`}
          >
            {state.text}
          </span>
        )}
      </h2>
      <p>{terms}</p>
      <Progress rune={rune} />
    </section>
  )
}

function Progress({ rune }: { rune: Etching }) {
  const language = useLanguage()
  const cap = mintCap(rune)
  const { total_mints: mints, mint_percentage: percentage } = rune.supply ?? {}
  if (cap === undefined || mints === undefined || percentage === undefined) return null
  const text = `${formatDecimal(mints, language)} of ${formatDecimal(cap, language)} mints`
  return (
    <>
      <progress
        aria-label="Mints used"
        value={Math.min(100, Number(percentage))}
        max={100}
        className="w-full"
      />
      <p className="text-sm text-muted tabular-nums">
        {text} ({formatDecimal(trimDecimal(percentage), language)}%)
      </p>
    </>
  )
}

function EtchingFacts({ rune: { id, number, supply, location = {} } }: { rune: Etching }) {
  const hasPremine = /[1-9]/.test(supply?.premine ?? '')
  const { block_height: height = runeBlock(id), tx_id, timestamp } = location
  return (
    <>
      {id === FIRST_RUNE && <Fact name="Etching">none: the protocol itself defines this rune</Fact>}
      {id !== FIRST_RUNE && height !== undefined && (
        <Fact name="Etched in">
          <Link to={blockLink(height)} className="link">
            block <Numeral value={height} />
          </Link>
          {timestamp !== undefined && (
            <>
              , <Time milliseconds={timestamp} />
            </>
          )}
          {number === undefined &&
            '. The service does not record whether this etching is valid under the runes protocol.'}
        </Fact>
      )}
      {tx_id && (
        <>
          <Fact name="Etching transaction">
            <Hash text={tx_id} label="transaction id" to={transactionLink(tx_id)} />
          </Fact>
          <Fact name="Etched by">
            unknown: the service does not record it
            {hasPremine &&
              '. A receive in the etching transaction, if there is one, shows who got the premine.'}
          </Fact>
        </>
      )}
    </>
  )
}
