import { useQuery } from '@tanstack/react-query'
import type { TransactionDetails } from '../../../contract/schemas/chain.ts'
import { PageActions } from '../../layout/PageActions.tsx'
import { blockLink, transactionLink } from '../../links.ts'
import { CoverageNote } from '../../movements/CoverageNote.tsx'
import { RefusalBadge } from '../../movements/Refusals.tsx'
import { Sentence, sentenceText, WHOLE_SENTENCE } from '../../movements/Sentence.tsx'
import { endpointQuery, useOtherExplorers } from '../../query.ts'
import { CommitmentPayer } from '../../runes/CommitmentPayer.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { CopyableId } from '../../ui/Id.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { CrumbLink, Dot, type Neighbour, PageHeader } from '../../ui/PageHeader.tsx'
import { Time } from '../../ui/Time.tsx'
import { Confirmations } from './Confirmations.tsx'
import { Fee } from './Fee.tsx'

type Props = {
  transaction: TransactionDetails
  search: URLSearchParams
  /** Of what the page shows. */
  dataPath: string
}

/** What a transaction did, in a sentence, and when, how and who paid. */
export function TransactionHeader({ transaction, search, dataPath }: Props) {
  const { place, flaw, previous, next } = transaction
  const { tx_id, block_height, tx_index, timestamp } = place
  const etched = etchedBy(transaction)
  return (
    <PageHeader
      crumb={
        <>
          Transaction in{' '}
          <CrumbLink to={blockLink(block_height)}>
            block <Numeral name="transaction.block_height" value={block_height} />
          </CrumbLink>
          <span className="phone:hidden">
            <Dot /> position <Numeral name="transaction.tx_index" value={tx_index} />
          </span>
        </>
      }
      neighbours={[
        neighbour(previous, 'Previous rune transaction'),
        neighbour(next, 'Next rune transaction'),
      ]}
      isSentence
      title={
        <Sentence
          transaction={transaction}
          isWhole={search.get(WHOLE_SENTENCE.parameter) === WHOLE_SENTENCE.value}
        />
      }
      badges={
        <>
          {flaw !== undefined && <Badge tone="bad">Cenotaph</Badge>}
          {transaction.refusals.map((refusal) => (
            <RefusalBadge key={refusal.part} refusal={refusal} />
          ))}
        </>
      }
      actions={
        <PageActions
          page={{
            to: transactionLink(tx_id),
            kind: 'Transaction',
            title: sentenceText(transaction),
          }}
          dataPath={dataPath}
          others={useOtherExplorers(transactionLink(tx_id))}
        />
      }
      meta={
        <>
          <Confirmations height={block_height} />
          <Time name="transaction.timestamp" seconds={timestamp} />
          <Dot />
          <CopyableId text={tx_id} isWhole label="Transaction id" />
          <Fee txId={tx_id} />
          {etched !== undefined && <Payer rune={etched} />}
          <CoverageNote />
        </>
      }
    />
  )
}

function Payer({ rune }: { rune: string }) {
  const payer = useQuery(endpointQuery('runeDetails', { rune })).data?.value.payer
  return (
    payer && (
      <span className="inline-flex items-center gap-1.5">
        <CommitmentPayer payer={payer} />
      </span>
    )
  )
}

/** The id of the rune that a transaction etched. */
export function etchedBy({ clauses }: TransactionDetails): string | undefined {
  return clauses.find(({ verb }) => verb === 'etched')?.rune.id
}

function neighbour(txId: string | undefined, name: string): Neighbour | undefined {
  return txId === undefined ? undefined : { to: transactionLink(txId), label: null, name }
}
