import { Link } from 'react-router-dom'
import { pathTo } from '../../../contract/client.ts'
import { FLAW_MEANINGS } from '../../../contract/schemas/chain.ts'
import type { PendingTransaction } from '../../../contract/schemas/pending.ts'
import { PageActions } from '../../layout/PageActions.tsx'
import { blockLink, transactionLink } from '../../links.ts'
import { Flow } from '../../movements/Flow.tsx'
import {
  ForeseenBadges,
  ForeseenRefusals,
  ForeseenSentence,
  foreseenSentenceText,
} from '../../movements/ForeseenRefusals.tsx'
import { OnlyBack } from '../../movements/OnlyBack.tsx'
import { Sentence, sentenceText } from '../../movements/Sentence.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import { endpointQuery, useOtherExplorers } from '../../query.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CopyableId, Id, shortenId } from '../../ui/Id.tsx'
import { Amount, Count, Numeral } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { type Stat, StatStrip } from '../../ui/StatStrip.tsx'
import { Age, Time } from '../../ui/Time.tsx'
import { INPUTS_VIEW, PendingInputs } from './PendingInputs.tsx'
import { PendingViews } from './PendingViews.tsx'

export function pendingTransactionQuery(txId: string) {
  return endpointQuery('pendingTransaction', { tx_id: txId })
}

export function pendingHead(transaction: PendingTransaction): Head {
  return {
    kind: 'Unconfirmed transaction',
    title: titleOf(transaction),
    description: 'In no block yet. It may change, or never confirm.',
    path: transactionLink(transaction.tx_id),
    dataPath: pathTo('pendingTransaction', { tx_id: transaction.tx_id }),
  }
}

function titleOf(transaction: PendingTransaction): string {
  const { tx_id, clauses, refusals } = transaction
  const [refusal] = refusals
  if (clauses.length > 0) return sentenceText({ ...transaction, refusals: [] }, 'present')
  return refusal === undefined ? `Transaction ${shortenId(tx_id)}` : foreseenSentenceText(refusal)
}

function Title({ transaction }: Props) {
  const { tx_id, clauses, refusals } = transaction
  const [refusal] = refusals
  if (clauses.length > 0) {
    return <Sentence transaction={{ ...transaction, refusals: [] }} tense="present" />
  }
  if (refusal !== undefined) return <ForeseenSentence refusal={refusal} />
  return (
    <>
      Transaction <Id text={tx_id} />
    </>
  )
}

type Page = { view: string | null }
type Props = { transaction: PendingTransaction }

/** A transaction that is in no block: what it spends and would do, or what became of it. */
export function PendingTransactionDetails({ page, transaction }: Props & { page: Page }) {
  const { tx_id, state, outcome, flaw, inputs, refusals, newest_block } = transaction
  const hasViews = outcome === 'known'
  return (
    <article>
      <PageHead {...pendingHead(transaction)} />
      <PageHeader
        crumb="Transaction, in no block yet"
        isSentence
        title={<Title transaction={transaction} />}
        badges={
          <>
            {BADGES[state]}
            {flaw !== undefined && <Badge tone="bad">Cenotaph</Badge>}
            <ForeseenBadges refusals={refusals} />
          </>
        }
        actions={
          <PageActions
            page={{ to: transactionLink(tx_id), kind: 'Transaction', title: titleOf(transaction) }}
            dataPath={pathTo('pendingTransaction', { tx_id })}
            others={useOtherExplorers(transactionLink(tx_id))}
          />
        }
        meta={<CopyableId text={tx_id} isWhole label="Transaction id" />}
      />
      <Fate transaction={transaction} />
      <ForeseenRefusals refusals={refusals} nextHeight={newest_block.block_height + 1} />
      {state === 'pending' && <Figures transaction={transaction} />}
      {state === 'pending' && <Outcome transaction={transaction} />}
      <div className="grid items-start gap-x-6 xl:grid-cols-[minmax(0,1fr)_21.5rem]">
        {hasViews && (
          <div className="min-w-0">
            <PendingViews page={page} transaction={transaction} />
          </div>
        )}
        {inputs.length > 0 && !(hasViews && page.view === INPUTS_VIEW) && (
          <div className="min-w-0 max-xl:order-first">
            <PendingInputs transaction={transaction} hasView={hasViews} />
          </div>
        )}
      </div>
    </article>
  )
}

const BADGES = {
  pending: <Badge tone="pending">Unconfirmed</Badge>,
  replaced: <Badge tone="warn">Replaced</Badge>,
  gone: <Badge>Gone</Badge>,
}

/** What became of one that the node no longer has. */
function Fate({ transaction }: Props) {
  const { state, replaced_by, replaced_in, seen_since, seen_until } = transaction
  if (state === 'pending') return null
  return (
    <section className="panel mt-4 space-y-1 p-5 text-sm">
      {replaced_by !== undefined ? (
        <p>
          Replaced by <Id text={replaced_by} to={transactionLink(replaced_by)} />
          {replaced_in !== undefined && (
            <>
              {' '}
              in{' '}
              <Link to={blockLink(replaced_in)} className="link">
                block <Numeral name="unconfirmed.replaced_in" value={replaced_in} />
              </Link>
            </>
          )}
          , which spends the same outputs.
        </p>
      ) : (
        <p>
          This node no longer has it among its unconfirmed transactions. Another node may still have
          it; or a block has it, and it moved no runes.
        </p>
      )}
      {seen_until !== undefined && (
        <p className="text-muted">
          {seen_since !== undefined ? (
            <>
              Seen here from <Time name="unconfirmed.seen_since" seconds={seen_since} /> to{' '}
              <Time name="unconfirmed.seen_until" seconds={seen_until} />.
            </>
          ) : (
            <>
              Found missing at <Time name="unconfirmed.seen_until" seconds={seen_until} />.
            </>
          )}
        </p>
      )}
    </section>
  )
}

function Figures({ transaction }: Props) {
  const { waits_for, waits_for_count } = transaction
  const [first] = waits_for
  return (
    <StatStrip
      stats={[
        ...nodeStats(transaction),
        {
          label: 'Waits for',
          value:
            first === undefined ? (
              'Nothing'
            ) : waits_for_count === 1 ? (
              <Id text={first} to={transactionLink(first)} />
            ) : (
              <Count name="unconfirmed.waits_for_count" value={waits_for_count} one="transaction" />
            ),
          note:
            first === undefined ? 'all it spends is confirmed' : 'it spends from, unconfirmed too',
        },
        replaceableStat(transaction),
      ]}
    />
  )
}

/** What the node tells, if it may be asked. */
function nodeStats({ fee, fee_rate, seen_since }: PendingTransaction): (Stat | undefined)[] {
  return [
    fee_rate === undefined || fee === undefined
      ? undefined
      : {
          label: 'Fee rate',
          value: <Amount name="unconfirmed.fee_rate" digits={fee_rate} />,
          note: (
            <>
              sat/vB · <Numeral name="unconfirmed.fee" value={fee} /> sat in all
            </>
          ),
        },
    seen_since === undefined
      ? undefined
      : {
          label: 'Seen by this node',
          value: <Age name="unconfirmed.seen_since" seconds={seen_since} isLong />,
        },
  ]
}

function replaceableStat({ is_replaceable }: PendingTransaction): Stat | undefined {
  if (is_replaceable === undefined) return
  return {
    label: 'Signals replacement',
    value: is_replaceable ? 'Yes' : 'No',
    note: is_replaceable ? 'by one with a higher fee' : 'nodes may replace it even so',
  }
}

/** What it would do. */
function Outcome({ transaction }: Props) {
  const { outcome, flaw, results, runestone, newest_block } = transaction
  return (
    <section data-pending>
      <div className="mt-5 flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-lg font-semibold">If it is mined as it is</h2>
        <p className="text-sm text-muted">
          against block <Numeral name="index.block_height" value={newest_block.block_height} />
        </p>
        <p className="ms-auto text-sm text-muted">
          This service sees{' '}
          <Link to="/pending" className="link">
            one node’s unconfirmed transactions
          </Link>
          .
        </p>
      </div>
      {outcome === 'skipped' && (
        <p className="mt-2 text-sm text-muted">
          It, or one that it spends from, asks for more than 20,000 moves, or all together for more
          than 200,000: what it would do is not worked out here.
        </p>
      )}
      {outcome === 'waiting' && (
        <p className="mt-2 text-sm text-muted">
          What it would do is not worked out yet: unconfirmed transactions are still being read.
        </p>
      )}
      {flaw !== undefined && <Flaw flaw={flaw} meaning={runestone?.flaw_meaning} />}
      {outcome === 'known' && results.length === 0 && (
        <p className="mt-2 text-sm text-muted">It would move no runes from one owner to another.</p>
      )}
      <Flow transaction={transaction} look="dashed" />
      <OnlyBack clauses={transaction.clauses} tense="conditional" />
    </section>
  )
}

function Flaw({ flaw, meaning }: { flaw: string; meaning: string | undefined }) {
  const known = Object.entries(FLAW_MEANINGS).find(([name]) => name === flaw)?.[1]
  return (
    <p className="mt-2 text-sm text-burn">
      Its runestone is malformed. {meaning ?? known ?? flaw} All runes that it spends or mints would
      be burned.
    </p>
  )
}
