import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Reply } from '../../../contract/client.ts'
import { type OutputIdentifier, parseOutput } from '../../../contract/identifiers.ts'
import type { OutputDetails } from '../../../contract/schemas/address.ts'
import type { Place } from '../../../contract/schemas/movement.ts'
import { definePage } from '../../definePage.tsx'
import { UnspentBadge } from '../../endOfIndex.tsx'
import { Malformed } from '../../errors/MalformedIdentifier.tsx'
import { StoredDataNotice } from '../../errors/StoredDataNotice.tsx'
import { WhenLoaded } from '../../errors/WhenLoaded.tsx'
import { PageActions } from '../../layout/PageActions.tsx'
import { addressLink, blockLink, outputLink, transactionLink } from '../../links.ts'
import { BeingSpent, useSpends } from '../../movements/BeingSpent.tsx'
import { CoverageNote } from '../../movements/CoverageNote.tsx'
import { RUNE_TITLE } from '../../movements/columns.tsx'
import { type Head, PageHead, pageStatus } from '../../PageHead.tsx'
import { endpointQuery, useAbout, useOtherExplorers } from '../../query.ts'
import type { Loaded } from '../../source.ts'
import { amountColumn } from '../../ui/amountColumn.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { CopyableId, Id, MarkedId, shortenId } from '../../ui/Id.tsx'
import { ButtonLink, OtherExplorer, Unknown } from '../../ui/Notice.tsx'
import { type FigureName, formatDecimal, Numeral, trimDecimal } from '../../ui/numbers.tsx'
import { Dot, PageHeader } from '../../ui/PageHeader.tsx'
import { StatStrip } from '../../ui/StatStrip.tsx'
import { Time } from '../../ui/Time.tsx'

export const { loader, Component, handle } = definePage({
  parameters: [],
  read: ({ id }) => parseOutput(id) ?? new Malformed({ kind: 'output', text: id }),
  loader: async (output, load) => outputHead(output, await load(detailsQuery(output))),
  dataPath: (output) => detailsQuery(output).queryKey[1],
  Component: OutputPage,
})

function detailsQuery({ text }: OutputIdentifier) {
  return endpointQuery('outputDetails', { output: text })
}

function outputHead(output: OutputIdentifier, details: Loaded<Reply<OutputDetails>>): Head {
  const known = details.data?.value
  return {
    kind: 'Output',
    title: nameOf(output),
    ...(known && { description: describe(known) }),
    path: outputLink(output.text),
    dataPath: detailsQuery(output).queryKey[1],
    ...pageStatus(details.error),
  }
}

function nameOf({ txId, vout }: OutputIdentifier): string {
  return `Output ${formatDecimal(String(vout), 'en')} of ${shortenId(txId)}`
}

/** Previews of shared links are cached for long: nothing in it ages. */
function describe(details: OutputDetails): string {
  const { place, spent_by } = details
  const { runes, rune_count } = contentsOf(details)
  const [first] = runes
  const amount = first && formatDecimal(trimDecimal(first.amount), 'en')
  const more = rune_count > 1 ? ` and ${rune_count - 1} more` : ''
  const number = (height: number) => formatDecimal(String(height), 'en')
  const spent = spent_by === undefined ? '' : `, spent in block ${number(spent_by.block_height)}`
  const verb = stateOf(details) === 'burned' ? 'Burned' : 'Got'
  return `${verb} ${amount} ${first?.rune.spaced_name}${more} in block ${number(place.block_height)}${spent}.`
}

/** An output holds what it gets until it is spent, or burns it. */
function stateOf({ burned_count, spent_by }: OutputDetails): 'burned' | 'spent' | 'unspent' {
  if (burned_count > 0) return 'burned'
  return spent_by === undefined ? 'unspent' : 'spent'
}

const WORDS = {
  unspent: {
    owner: 'Owner',
    runes: 'Runes',
    contents: 'What it holds',
    count: 'output.rune_count',
  },
  spent: {
    owner: 'Former owner',
    runes: 'Runes held',
    contents: 'What it held',
    count: 'output.rune_count',
  },
  burned: {
    owner: undefined,
    runes: 'Runes burned',
    contents: 'Burned here',
    count: 'output.burned_count',
  },
} as const

/** What it holds, held or burned. */
function contentsOf(details: OutputDetails): Pick<OutputDetails, 'runes' | 'rune_count'> {
  const { burned, burned_count } = details
  return stateOf(details) === 'burned' ? { runes: burned, rune_count: burned_count } : details
}

function OutputPage({ page: output }: { page: OutputIdentifier }) {
  const details = useQuery(detailsQuery(output))
  return (
    <article>
      <PageHead {...outputHead(output, details)} />
      <WhenLoaded
        query={details}
        subject="output"
        header={<Header output={output} />}
        unknown={<UnknownOutput output={output} />}
      >
        {(known) => (
          <>
            <Header output={output} details={known} />
            <StoredDataNotice query={details} />
            <Figures details={known} />
            <Holdings details={known} />
          </>
        )}
      </WhenLoaded>
    </article>
  )
}

function Header({ output, details }: { output: OutputIdentifier; details?: OutputDetails }) {
  const { txId, vout, text } = output
  return (
    <PageHeader
      crumb="Output"
      title={
        <>
          Output <Numeral name="output.vout" value={vout} /> of <Id text={txId} />
        </>
      }
      badges={details !== undefined && <StateBadge details={details} />}
      actions={
        <PageActions
          page={{ to: outputLink(text), kind: 'Output', title: nameOf(output) }}
          dataPath={detailsQuery(output).queryKey[1]}
          others={useOthers(output)}
        />
      }
      meta={
        <>
          {details !== undefined && (
            <>
              <Time name="output.timestamp" seconds={details.place.timestamp} />
              <Dot />
            </>
          )}
          <CopyableId text={text} isWhole label="Output" />
          {details !== undefined && <CoverageNote />}
        </>
      }
    />
  )
}

function StateBadge({ details }: { details: OutputDetails }) {
  const { output } = details
  const state = stateOf(details)
  const spends = useSpends(state === 'unspent' ? [output] : [])
  if (state === 'burned') return <Badge tone="bad">Burned</Badge>
  if (state === 'spent') return <Badge>Spent</Badge>
  return (
    <>
      <UnspentBadge />
      <BeingSpent by={spends.get(output)} />
    </>
  )
}

function useOthers({ txId, vout, text }: OutputIdentifier) {
  return useOtherExplorers(`${transactionLink(txId)}#vout=${vout}`, outputLink(text))
}

function Figures({ details }: { details: OutputDetails }) {
  const { address, place, spent_by } = details
  const words = WORDS[stateOf(details)]
  return (
    <StatStrip
      stats={[
        words.owner && {
          label: words.owner,
          value:
            address === undefined ? (
              'No address'
            ) : (
              <span className="text-base font-medium">
                <MarkedId text={address} to={addressLink(address)} size={24} />
              </span>
            ),
        },
        {
          label: words.runes,
          value: <Numeral name={words.count} value={contentsOf(details).rune_count} />,
        },
        { label: 'Made by', ...transactionStat(place, 'output.block_height') },
        spent_by && { label: 'Spent by', ...transactionStat(spent_by, 'output.spent_height') },
      ]}
    />
  )
}

function transactionStat({ tx_id, block_height }: Place, name: FigureName) {
  return {
    value: (
      <span className="text-base font-medium">
        <Id text={tx_id} to={transactionLink(tx_id)} />
      </span>
    ),
    note: (
      <Link to={blockLink(block_height)} className="quiet-link">
        block <Numeral name={name} value={block_height} />
      </Link>
    ),
  }
}

function Holdings({ details }: { details: OutputDetails }) {
  const { place } = details
  const state = stateOf(details)
  const { runes, rune_count } = contentsOf(details)
  const title = WORDS[state].contents
  return (
    <>
      <h2 className="mt-6 mb-3 text-lg font-semibold">{title}</h2>
      <DataTable
        caption={title}
        rows={runes}
        keyOf={({ rune }) => rune.id}
        columns={[
          RUNE_TITLE,
          amountColumn(runes, 'Amount', ({ amount }) => amount, { name: 'held.amount' }),
        ]}
      />
      {rune_count > runes.length && (
        <p className="mt-3 text-sm text-muted">
          The oldest <Numeral name="list.shown" value={runes.length} /> of{' '}
          <Numeral name={WORDS[state].count} value={rune_count} /> runes.{' '}
          {state === 'burned' ? (
            <Link to={`${transactionLink(place.tx_id)}?type=burn`} className="link">
              All burns of the transaction
            </Link>
          ) : (
            <Link to={`${transactionLink(place.tx_id)}?view=outputs`} className="link">
              All outputs of the transaction
            </Link>
          )}
        </p>
      )}
    </>
  )
}

function UnknownOutput({ output }: { output: OutputIdentifier }) {
  const [other] = useOthers(output)
  const { coverage, is_live } = useAbout() ?? {}
  const isWhole = coverage?.is_complete && is_live
  return (
    <Unknown
      title={
        isWhole
          ? 'This output never held runes'
          : 'This output never held runes that this index knows'
      }
      actions={
        <>
          <ButtonLink to={transactionLink(output.txId)}>Open its transaction</ButtonLink>
          {other && <OtherExplorer {...other} />}
        </>
      }
    >
      {isWhole
        ? 'It may hold only bitcoin, or be made by a transaction that is in no block yet.'
        : 'It may hold only bitcoin or runes that this index lacks, or be made by a transaction that is in no block of this index.'}
    </Unknown>
  )
}
