import { Fragment, type ReactNode } from 'react'
import type { DecodedTransaction } from '../../../contract/schemas/pending.ts'
import { transactionLink } from '../../links.ts'
import { useSpends } from '../../movements/BeingSpent.tsx'
import { Owner } from '../../movements/columns.tsx'
import { ForeseenSentence, foreseenText, outcomeText } from '../../movements/ForeseenRefusals.tsx'
import { usePending } from '../../movements/Pending.tsx'
import { Sentence } from '../../movements/Sentence.tsx'
import { endpointQuery } from '../../query.ts'
import { RuneName } from '../../runes/RuneName.tsx'
import type { DecodedEtching } from '../../runes/runestoneFacts.tsx'
import { Id } from '../../ui/Id.tsx'
import { Amount, Count, Numeral } from '../../ui/numbers.tsx'
import { InputLines } from './InputLines.tsx'
import { Line } from './Line.tsx'

type Props = { decoded: DecodedTransaction }
type Outcome = NonNullable<DecodedTransaction['outcome']>

/** What a transaction would do, in a sentence, and what speaks for it and against it. */
export function Foresight({ decoded }: Props) {
  const { outcome, newest_block } = decoded
  const isOpen = outcome?.state === 'known' || outcome?.state === 'skipped'
  return (
    <div className="rounded-lg border border-line bg-surface px-5 py-3.5 phone:border-0 phone:bg-transparent phone:p-0">
      <p className="text-2xl font-medium tracking-[-0.012em] text-muted phone:text-lg">
        <Summary decoded={decoded} />
      </p>
      <ul className="mt-2.5 grid gap-1.5 text-sm text-muted">
        <Checks decoded={decoded} />
        {isOpen && (
          <Line look="open">
            Worked out against block{' '}
            <Numeral name="index.block_height" value={newest_block.block_height} />. A block can
            change all of it.
          </Line>
        )}
      </ul>
    </div>
  )
}

function Summary({ decoded: { kind, outcome, runestone, tx_id = '' } }: Props) {
  if (kind === 'script') return <>A script says which outputs get what, not who has them.</>
  if (outcome === undefined) return <>What it would do is not worked out: there is no index yet.</>
  switch (outcome.state) {
    case 'confirmed':
      return (
        <>
          A block has this transaction: <Id text={tx_id} to={transactionLink(tx_id)} />
        </>
      )
    case 'skipped':
      return <>It asks for more than 20,000 moves: what it would do is not worked out here.</>
    case 'impossible':
      return <>No block can take this transaction.</>
    case 'known':
      return <Foreseen outcome={outcome} etching={runestone?.etching} />
  }
}

type ForeseenProps = { outcome: Outcome; etching: DecodedEtching | undefined }

function Foreseen({ outcome, etching }: ForeseenProps) {
  const { clauses, refusals } = outcome
  const [clause] = clauses
  const [refusal] = refusals
  if (clause === undefined) {
    if (refusal !== undefined) return <ForeseenSentence refusal={refusal} />
    if (etching !== undefined) return <EtchingSentence etching={etching} />
    return <>It would move no runes that this index knows.</>
  }
  if (clauses.length === 1 && clause.verb === 'minted') return <Minting outcome={outcome} />
  return <Sentence transaction={{ ...outcome, refusals: [] }} tense="conditional" />
}

function EtchingSentence({ etching: { spaced_name, name } }: { etching: DecodedEtching }) {
  const shown = spaced_name ?? name
  if (shown === undefined) return <>It would etch a rune whose name the protocol gives.</>
  return (
    <>
      It would etch <span className="text-ink">{shown}</span>, if an input commits to the name.
    </>
  )
}

/** "It would mint 1,000 NAME, half for A and half for B." */
function Minting({ outcome: { results } }: { outcome: Outcome }) {
  const mint = results.find(({ type }) => type === 'mint')
  if (mint === undefined) return null
  const { amount, rune, to, receipts = [], receipt_count = 0 } = mint
  const [first, ...others] = receipts
  const isHalf = receipts.length === 2 && others[0]?.amount === first?.amount
  return (
    <>
      It would mint{' '}
      <span className="text-ink">
        <Amount name="clause.amount" digits={amount} /> <RuneName rune={rune} isInline />
      </span>
      {receipt_count > MAX_RECEIPTS ? (
        <>
          {' '}
          for <Count name="clause.outputs" value={receipt_count} one="output" />
        </>
      ) : receipts.length > 0 ? (
        receipts.map(({ output, ...receipt }, index) => (
          <Fragment key={output}>
            {index === 0 ? ', ' : index === receipts.length - 1 ? ' and ' : ', '}
            {isHalf ? 'half' : <Amount name="clause.part" digits={receipt.amount} />} for{' '}
            <Receiver address={receipt.to} />
          </Fragment>
        ))
      ) : (
        to !== undefined && (
          <>
            {' '}
            for <Receiver address={to} />
          </>
        )
      )}
      .
    </>
  )
}

const MAX_RECEIPTS = 3

function Receiver({ address }: { address: string | undefined }) {
  if (address === undefined) return <>an output without an address</>
  return (
    <span className="text-ink">
      <Owner address={address} />
    </span>
  )
}

function Checks({ decoded }: Props) {
  const { outcome, runestone, newest_block, inputs } = decoded
  const spends = useSpends(inputs.map(({ output }) => output))
  const isPending = [...spends.values()].includes(decoded.tx_id ?? '')
  return (
    <>
      {runestone?.flaw_meaning !== undefined && (
        <Line look="bad">
          Malformed: {runestone.flaw_meaning.replace(/^./, (letter) => letter.toLowerCase())} Every
          rune it spends or mints would be burned.
        </Line>
      )}
      {outcome?.refusals.map((refusal) => (
        <Line key={refusal.part} look="bad">
          {outcomeText(refusal)} {foreseenText(refusal, newest_block.block_height + 1)}
        </Line>
      ))}
      <EtchingLine decoded={decoded} />
      {outcome?.state === 'known' && outcome.mint && runestone?.mint !== undefined && (
        <MintLine rune={runestone.mint} mint={outcome.mint} own={isPending ? 1 : 0} />
      )}
      {isPending && decoded.tx_id !== undefined && (
        <Line look="open">
          This node has it already, among its unconfirmed transactions:{' '}
          <Id text={decoded.tx_id} to={transactionLink(decoded.tx_id)} />
        </Line>
      )}
      {outcome?.state !== 'confirmed' && <InputLines decoded={decoded} spends={spends} />}
    </>
  )
}

/** Commitments to names are not looked at. */
function EtchingLine({ decoded: { outcome, runestone } }: Props) {
  const { etching } = runestone ?? {}
  const isRefused = outcome?.refusals.some(({ part }) => part === 'etching')
  if (outcome?.state !== 'known' || etching === undefined || isRefused) return null
  const name = etching.spaced_name ?? etching.name
  return (
    <Line look="open">
      {name === undefined
        ? 'The rune that it etches is left out here.'
        : `Whether it may etch ${name} is not looked at here: its inputs must reveal a commitment to the name.`}
    </Line>
  )
}

type MintLineProps = {
  rune: string
  mint: NonNullable<Outcome['mint']>
  /** How many of the unconfirmed mints are its own. */
  own: number
}

function MintLine({ rune, mint: { number, cap }, own }: MintLineProps) {
  const pending = usePending(endpointQuery('runePending', { rune }))
  const others = Math.max(0, (pending?.counts.mints ?? 0) - own)
  return (
    <Line look="good">
      It would be mint{' '}
      <Ink>
        <Numeral name="mint.number" value={number} />
      </Ink>{' '}
      of <Numeral name="mint.cap" value={cap} />
      {others > 0 && (
        <>
          ;{' '}
          <Ink>
            <Numeral name="mint.other_pending" value={others} />
          </Ink>{' '}
          {others === 1
            ? 'mint in another unconfirmed transaction'
            : 'mints in other unconfirmed transactions'}{' '}
          may come first
        </>
      )}
      .
    </Line>
  )
}

function Ink({ children }: { children: ReactNode }) {
  return <span className="font-semibold text-ink">{children}</span>
}
