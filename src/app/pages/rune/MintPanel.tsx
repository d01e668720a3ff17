import { Link, useSearchParams } from 'react-router-dom'
import { RECENT_BLOCKS, type RuneDetails } from '../../../contract/schemas/rune.ts'
import { useLastPeriod } from '../../endOfIndex.tsx'
import { REFUSED_VIEW } from '../../links.ts'
import { viewLink } from '../../lists/paging.ts'
import { capOf, mintedPercent } from '../../runes/MintStatus.tsx'
import { Bar } from '../../ui/Bar.tsx'
import { type FactList, knownFacts } from '../../ui/Facts.tsx'
import { useLanguage } from '../../ui/language.ts'
import { Count, Digits, type FigureName, Numeral, trimDecimal } from '../../ui/numbers.tsx'
import { KEPT_PARAMETERS } from './HistoryFigure.tsx'
import { isEndless, mintSentence } from './minting.ts'
import { Height } from './RuneFacts.tsx'

type Props = {
  rune: RuneDetails
  /** Undefined where the service has no node. */
  pendingMints: number | undefined
}

/** What a reader needs to know to decide on a mint. */
export function MintPanel({ rune, pendingMints }: Props) {
  const last = useLastPeriod()
  const hasMint = rune.mint_state !== 'unmintable'
  return (
    <section
      className={`panel px-4 py-3 text-sm phone:px-3 ${hasMint ? 'max-lg:order-first' : 'max-lg:order-last'}`}
    >
      <h2 className="text-lg font-semibold">{hasMint ? 'The mint' : 'No mint'}</h2>
      <MintsLeft rune={rune} />
      <dl className="mt-2 space-y-0.5">
        {knownFacts(mintFacts(rune, pendingMints, last(`In the last ${RECENT_BLOCKS} blocks`))).map(
          ([name, value]) => (
            <div key={name} className="flex items-baseline justify-between gap-4">
              <dt className="wrap-normal text-muted">{name}</dt>
              <dd className="min-w-0 text-end font-medium">{value}</dd>
            </div>
          ),
        )}
      </dl>
      <RefusedMints rune={rune} />
    </section>
  )
}

/** "122 mints got nothing" */
function RefusedMints({ rune: { refusals, has_more_refusals } }: Pick<Props, 'rune'>) {
  const [search] = useSearchParams()
  if (refusals === 0) return null
  return (
    <p className="mt-1">
      <Link
        to={viewLink(search, REFUSED_VIEW, KEPT_PARAMETERS)}
        className="link inline-flex min-h-6 items-center text-warn pointer-coarse:min-h-11"
      >
        <span>
          {has_more_refusals && 'More than '}
          <Count name="rune.refusals" value={refusals} one="mint" /> got nothing
        </span>
      </Link>
    </p>
  )
}

/** "997,355 mints left of 1,000,000, 1,000 each" */
function MintsLeft({ rune }: Pick<Props, 'rune'>) {
  const language = useLanguage()
  const { mint_state, mint_terms, mints_left, is_older } = rune
  const cap = capOf(rune)
  const isCounted = !is_older && cap !== undefined && !isEndless(cap)
  if (mint_state !== 'mintable' || mints_left === undefined || !isCounted) {
    return <p className="mt-0.5 text-muted">{mintSentence(rune, language)}</p>
  }
  return (
    <>
      <p className="text-muted">
        <span className="me-0.5 text-xl font-semibold text-ink">
          <Numeral name="rune.mints_left" value={mints_left} />
        </span>{' '}
        mints left of <Numeral name="rune.cap" value={String(cap)} />
        {typeof mint_terms?.amount === 'string' && (
          <>
            , <Trimmed name="rune.mint_amount" digits={mint_terms.amount} /> each
          </>
        )}
      </p>
      <Bar value={Number(mintedPercent(rune)) / 100} className="mt-1 block h-[3px] w-full" />
    </>
  )
}

function mintFacts(
  rune: RuneDetails,
  pendingMints: number | undefined,
  recently: string,
): FactList {
  const { mint_state, mint_start, mint_end, recent_mints, max_supply, supply, is_older } = rune
  const { newest_mint } = rune
  const isUpcoming = mint_state === 'upcoming'
  const canCome = isUpcoming || mint_state === 'mintable'
  const { premine = '0' } = supply ?? {}
  return {
    [recently]: recent_mints !== undefined && !is_older && (
      <Count name="rune.recent_mints" value={recent_mints} one="mint" />
    ),
    // How long nobody has minted.
    'Newest mint': recent_mints === 0 && newest_mint !== undefined && (
      <Height name="rune.newest_mint" height={newest_mint} rune={rune} />
    ),
    Pending: canCome && pendingMints !== undefined && (
      <Count name="rune.pending_mints" value={pendingMints} one="mint" />
    ),
    Opens: isUpcoming && mint_start !== undefined && (
      <Height name="rune.mint_start" height={mint_start} rune={rune} />
    ),
    Ends:
      canCome &&
      (mint_end === undefined ? (
        'No end block'
      ) : (
        <>
          before <Height name="rune.mint_end" height={mint_end} rune={rune} />
        </>
      )),
    Premine: /[1-9]/.test(premine) ? <Trimmed name="rune.premine" digits={premine} /> : 'None',
    'Largest possible supply': canCome && max_supply !== undefined && (
      <Trimmed name="rune.max_supply" digits={max_supply} />
    ),
  }
}

function Trimmed({ name, digits }: { name: FigureName; digits: string }) {
  return <Digits name={name} digits={trimDecimal(digits)} />
}
