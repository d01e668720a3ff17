import { Link } from 'react-router-dom'
import type { RuneDetails } from '../../../contract/schemas/rune.ts'
import { useEndOfIndex } from '../../endOfIndex.tsx'
import { blockLink, paidLink, transactionLink } from '../../links.ts'
import { useLateStart } from '../../movements/CoverageNote.tsx'
import { Owner } from '../../movements/columns.tsx'
import { EstimatedDate } from '../../names/EstimatedDate.tsx'
import { capOf } from '../../runes/MintStatus.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { CopyableId } from '../../ui/Id.tsx'
import { codeOf } from '../../ui/invisibleCharacters.ts'
import { useLanguage } from '../../ui/language.ts'
import {
  Count,
  Digits,
  type FigureName,
  inWords,
  Numeral,
  useFormatCount,
} from '../../ui/numbers.tsx'
import { Time } from '../../ui/Time.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { mintSentence } from './minting.ts'
import { useSince } from './RuneStats.tsx'

export function RuneFacts({ rune }: { rune: RuneDetails }) {
  const language = useLanguage()
  const since = useSince(rune)
  const end = useEndOfIndex()
  const formatCount = useFormatCount()
  return (
    <div className="mt-3 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <Facts title="Etching" facts={runeEtchingFacts(rune)} />
      <div className="grid grid-cols-1 gap-4">
        <Facts title="Minting" facts={mintFacts(rune, language)} />
        <Facts
          title={since('Supply')}
          facts={supplyFacts(rune, end === undefined ? 'Now' : `At block ${formatCount(end)}`)}
        />
      </div>
    </div>
  )
}

export function runeEtchingFacts(rune: RuneDetails) {
  const { name, symbol, divisibility = 0, turbo, cenotaph, location, payer } = rune
  const { block_height, block_hash, tx_id, tx_index, timestamp } = location ?? {}
  return {
    Name: name,
    // Many symbols look alike.
    Symbol:
      symbol === undefined ? (
        'none'
      ) : (
        <>
          <UntrustedText text={symbol} /> <span className="text-muted">{codeOf(symbol)}</span>
        </>
      ),
    Divisibility: <Count name="rune.divisibility" value={divisibility} one="decimal" />,
    Turbo: turbo ? 'yes, it opts into later changes of the protocol' : 'no',
    Cenotaph: cenotaph && 'yes, its runestone is malformed',
    Time: timestamp !== undefined && <Time name="rune.timestamp" seconds={timestamp} />,
    Transaction: tx_id !== undefined && (
      <>
        <CopyableId text={tx_id} to={transactionLink(tx_id)} label="Transaction id" />
        {tx_index !== undefined && (
          <span className="text-muted">
            {' '}
            position <Numeral name="rune.tx_index" value={tx_index} />
          </span>
        )}
      </>
    ),
    'Commitment paid by': payer !== undefined && <Payer payer={payer} />,
    'Block hash': block_hash !== undefined && block_height !== undefined && (
      <CopyableId text={block_hash} to={blockLink(block_height)} label="Block hash" />
    ),
  }
}

function Payer({ payer: { address, other_runes } }: { payer: NonNullable<RuneDetails['payer']> }) {
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <Owner address={address} />
      {other_runes > 0 && (
        <Link to={paidLink(address)} className="link">
          <Numeral name="rune.payer_other_runes" value={other_runes} /> other{' '}
          {other_runes === 1 ? 'rune' : 'runes'} paid for
        </Link>
      )}
    </span>
  )
}

function mintFacts(rune: RuneDetails, language: string) {
  const { mint_state, mint_terms, mint_start, mint_end, mints_left, newest_mint } = rune
  const cap = capOf(rune)
  const isMintable = mint_state === 'mintable'
  return {
    State: !isMintable && mintSentence(rune, language),
    'Each mint': typeof mint_terms?.amount === 'string' && (
      <Digits name="rune.mint_amount" digits={mint_terms.amount} />
    ),
    Cap: cap !== undefined && <Mints name="rune.cap" count={String(cap)} />,
    Left: isMintable && !rune.is_older && mints_left !== undefined && (
      <Mints name="rune.mints_left" count={mints_left} />
    ),
    'From block': mint_start !== undefined && (
      <Height name="rune.mint_start" height={mint_start} rune={rune} />
    ),
    'Before block': mint_end !== undefined && (
      <Height name="rune.mint_end" height={mint_end} rune={rune} />
    ),
    'Newest mint': newest_mint !== undefined && (
      <Height name="rune.newest_mint" height={newest_mint} rune={rune} />
    ),
  }
}

/** A cap can have 39 digits. */
function Mints({ name, count }: { name: FigureName; count: string }) {
  return (
    <>
      <Digits name={name} digits={count} /> {count === '1' ? 'mint' : 'mints'}
    </>
  )
}

type HeightProps = { name: FigureName; height: number; rune: RuneDetails }

/** The height of a block with a link to it or, if it is still to come, with its estimated day. */
export function Height({ name, height, rune: { newest_block } }: HeightProps) {
  const lateStart = useLateStart() ?? 0
  if (height < lateStart) {
    return (
      <>
        block <Numeral name={name} value={height} />
      </>
    )
  }
  if (height <= newest_block.block_height) {
    return (
      <Link to={blockLink(height)} className="link">
        block <Numeral name={name} value={height} />
      </Link>
    )
  }
  return (
    <>
      block <Numeral name={name} value={height} />
      <span className="font-normal text-muted">
        <EstimatedDate height={height} newest={newest_block} />
      </span>
    </>
  )
}

function supplyFacts(rune: RuneDetails, now: string) {
  const { supply, premine_receivers, has_more_premine_receivers, is_older } = rune
  const { current = '0', premine = '0', minted = '0', burned = '0' } = supply ?? {}
  const { total_mints = '0', total_burns = '0' } = supply ?? {}
  const words = inWords(current)
  return {
    [now]: !is_older && (
      <>
        <Digits name="rune.supply" digits={current} />
        {words !== undefined && (
          <span className="text-muted">
            {' '}
            · <span data-value="rune.supply">{words}</span>
          </span>
        )}
      </>
    ),
    Premine: (
      <>
        <Digits name="rune.premine" digits={premine} />
        {premine_receivers.map((address, index) => (
          <span key={address} className="ms-1.5 inline-block">
            {index === 0 && <span className="text-muted">to </span>}
            <Owner address={address} />
          </span>
        ))}
        {has_more_premine_receivers && <span className="text-muted"> and others</span>}
      </>
    ),
    Minted: (
      <>
        <Digits name="rune.minted" digits={minted} />{' '}
        <In name="rune.total_mints" count={total_mints} one="mint" />
      </>
    ),
    Burned: (
      <>
        <Digits name="rune.burned" digits={burned} />{' '}
        <In name="rune.total_burns" count={total_burns} one="burn" />
      </>
    ),
  }
}

function In({ name, count, one }: { name: FigureName; count: string; one: string }) {
  if (count === '0') return null
  return (
    <span className="text-muted">
      in <Count name={name} value={Number(count)} one={one} />
    </span>
  )
}
