import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Reply } from '../../../contract/client.ts'
import { type OutputIdentifier, parseOutput } from '../../../contract/identifiers.ts'
import type { OutputDetails } from '../../../contract/schemas/address.ts'
import { definePage } from '../../definePage.tsx'
import { Malformed } from '../../errors/MalformedIdentifier.tsx'
import { StoredDataNotice } from '../../errors/StoredDataNotice.tsx'
import { WhenLoaded } from '../../errors/WhenLoaded.tsx'
import { PageActions } from '../../layout/PageActions.tsx'
import { blockLink, outputLink, transactionLink } from '../../links.ts'
import { BeingSpent, useSpends } from '../../movements/BeingSpent.tsx'
import { CoverageNote } from '../../movements/CoverageNote.tsx'
import { RUNE_TITLE } from '../../movements/columns.tsx'
import { OutputTable } from '../../movements/OutputList.tsx'
import { OUTPUTS, outputsQuery } from '../../movements/TransactionOutputs.tsx'
import { type Head, PageHead, pageStatus } from '../../PageHead.tsx'
import { endpointQuery, useAbout, useOtherExplorers } from '../../query.ts'
import type { Loaded } from '../../source.ts'
import { amountColumn } from '../../ui/amountColumn.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { CopyableId, CopyButton, Id, shortenId } from '../../ui/Id.tsx'
import { ButtonLink, OtherExplorer, Unknown } from '../../ui/Notice.tsx'
import { formatDecimal, Numeral } from '../../ui/numbers.tsx'
import { Dot, PageHeader } from '../../ui/PageHeader.tsx'
import { Time } from '../../ui/Time.tsx'
import {
  OutputSentence,
  outputBurnsQuery,
  outputContents,
  outputContentsText,
  outputSentenceText,
  stateOfOutput,
} from './OutputSentence.tsx'

export const { loader, Component, handle } = definePage({
  parameters: [],
  read: ({ id }) => parseOutput(id) ?? new Malformed({ kind: 'output', text: id }),
  async loader(output, load) {
    const [details] = await Promise.all([
      load(detailsQuery(output)),
      load(othersQuery(output.txId)),
    ])
    const known = details.data?.value
    if (known !== undefined && stateOfOutput(known) === 'burned')
      await load(outputBurnsQuery(output.txId))
    return outputHead(output, details)
  },
  dataPath: (output) => detailsQuery(output).queryKey[1],
  Component: OutputPage,
})

function detailsQuery({ text }: OutputIdentifier) {
  return endpointQuery('outputDetails', { output: text })
}

/** How many of the other outputs of its transaction are shown. */
const OTHERS = 10

function othersQuery(txId: string) {
  return outputsQuery({ txId, paging: { offset: 0, limit: OTHERS + 1 } })
}

function outputHead(output: OutputIdentifier, details: Loaded<Reply<OutputDetails>>): Head {
  const known = details.data?.value
  return {
    kind: 'Output',
    title: known === undefined ? nameOf(output) : outputSentenceText(known),
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
  const number = (height: number) => formatDecimal(String(height), 'en')
  const spent = spent_by === undefined ? '' : `, spent in block ${number(spent_by.block_height)}`
  const verb = stateOfOutput(details) === 'burned' ? 'Burned' : 'Got'
  return `${verb} ${outputContentsText(details)} in block ${number(place.block_height)}${spent}.`
}

const CONTENTS = {
  unspent: 'What it holds',
  spent: 'What it held',
  burned: 'Burned here',
} as const

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
            <Holdings details={known} />
          </>
        )}
      </WhenLoaded>
    </article>
  )
}

function Header({ output, details }: { output: OutputIdentifier; details?: OutputDetails }) {
  const { txId, vout, text } = output
  const id = (
    <>
      Output <Numeral name="output.vout" value={vout} /> of{' '}
      <Id text={txId} to={details && transactionLink(txId)} />
    </>
  )
  return (
    <PageHeader
      crumb="Output"
      isSentence={details !== undefined}
      title={details === undefined ? id : <OutputSentence details={details} />}
      badges={details !== undefined && <SpentNow details={details} />}
      actions={
        <PageActions
          page={{ to: outputLink(text), kind: 'Output', title: nameOf(output) }}
          dataPath={detailsQuery(output).queryKey[1]}
          others={useOthers(output)}
        />
      }
      meta={
        details === undefined ? (
          <CopyableId text={text} isWhole label="Output" />
        ) : (
          <Meta details={details}>
            <span>
              {id}
              <CopyButton text={text} label="Output" />
            </span>
          </Meta>
        )
      }
    />
  )
}

function SpentNow({ details }: { details: OutputDetails }) {
  const { output } = details
  const spends = useSpends(stateOfOutput(details) === 'unspent' ? [output] : [])
  return <BeingSpent by={spends.get(output)} />
}

function Meta({ details, children }: { details: OutputDetails; children: ReactNode }) {
  const { place, spent_by } = details
  return (
    <>
      <Time name="output.timestamp" seconds={place.timestamp} />
      <Dot />
      <Link to={blockLink(place.block_height)} className="quiet-link">
        block <Numeral name="output.block_height" value={place.block_height} />
      </Link>
      <Dot />
      {children}
      {spent_by && (
        <>
          <Dot />
          <Link to={blockLink(spent_by.block_height)} className="quiet-link">
            spent in block <Numeral name="output.spent_height" value={spent_by.block_height} />
          </Link>
        </>
      )}
      <CoverageNote />
    </>
  )
}

function useOthers({ txId, vout, text }: OutputIdentifier) {
  return useOtherExplorers(`${transactionLink(txId)}#vout=${vout}`, outputLink(text))
}

/** The title has the only rune of most outputs. */
function Holdings({ details }: { details: OutputDetails }) {
  const { place } = details
  const state = stateOfOutput(details)
  const { runes, rune_count } = outputContents(details)
  const title = CONTENTS[state]
  return (
    <>
      {rune_count > 1 && (
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
        </>
      )}
      {rune_count > runes.length && (
        <p className="mt-3 text-sm text-muted">
          The oldest <Numeral name="list.shown" value={runes.length} /> of{' '}
          <Numeral name="output.rune_count" value={rune_count} /> runes.
        </p>
      )}
      <OtherOutputs details={details} isFurther={rune_count > 1} />
      <p className="mt-3 text-sm text-muted">
        <Link
          to={`${transactionLink(place.tx_id)}?${state === 'burned' ? 'type=burn' : 'view=outputs'}`}
          className="link pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
        >
          All {state === 'burned' ? 'burns' : 'outputs'} of the transaction
        </Link>
      </p>
    </>
  )
}

type OthersProps = { details: OutputDetails; isFurther: boolean }

/** What else its transaction gave, and to whom. */
function OtherOutputs({ details: { output, place }, isFurther }: OthersProps) {
  const outputs = useQuery(othersQuery(place.tx_id)).data?.value.results ?? []
  const others = outputs.filter((other) => other.output !== output).slice(0, OTHERS)
  if (others.length === 0) return null
  return (
    <>
      <h2 className="mt-6 mb-3 text-lg font-semibold">Other outputs of its transaction</h2>
      <OutputTable
        {...OUTPUTS}
        caption="Other outputs of its transaction"
        rows={others}
        isFurther={isFurther}
      />
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
