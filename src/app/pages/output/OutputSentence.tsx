import { useQuery } from '@tanstack/react-query'
import type { OutputDetails } from '../../../contract/schemas/address.ts'
import { AtEndOfIndex } from '../../endOfIndex.tsx'
import { transactionLink } from '../../links.ts'
import { Owner } from '../../movements/columns.tsx'
import { endpointQuery } from '../../query.ts'
import { RuneName } from '../../runes/RuneName.tsx'
import { Id, shortenId } from '../../ui/Id.tsx'
import { Amount, Count, formatDecimal, trimDecimal } from '../../ui/numbers.tsx'

/** "1,000 NAME and 2 more runes held by bc1…, unspent". */
export function OutputSentence({ details }: { details: OutputDetails }) {
  const { address } = details
  const { runes, rune_count } = outputContents(details)
  const [first] = runes
  return (
    <>
      {first && (
        <span className="text-ink">
          <Amount name="output.first_amount" digits={first.amount} />{' '}
          <RuneName rune={first.rune} isInline />
        </span>
      )}
      {rune_count > 1 && (
        <>
          {' '}
          and{' '}
          <Count
            name="output.more_runes"
            value={rune_count - 1}
            one="more rune"
            many="more runes"
          />
        </>
      )}{' '}
      {stateOfOutput(details) === 'burned' ? (
        <>
          burned here
          <Burners details={details} />
        </>
      ) : (
        <>
          held by{' '}
          <span className="text-ink">
            <Owner address={address} />
          </span>
          , <Spending details={details} />
        </>
      )}
    </>
  )
}

/** " by bc1…": whose runes burned in it, if that is known. */
function Burners({ details: { output, place } }: { details: OutputDetails }) {
  const burns = useQuery(outputBurnsQuery(place.tx_id)).data?.value
  if (burns === undefined || burns.total > burns.results.length) return null
  const owners = burns.results.flatMap((burn) => (burn.output === output ? (burn.from ?? []) : []))
  const [owner, ...others] = new Set(owners)
  if (owner === undefined) return null
  return (
    <>
      {' '}
      by{' '}
      <span className="text-ink">
        <Owner address={owner} />
      </span>
      {others.length > 0 && (
        <>
          {' '}
          and <Count name="output.more_burners" value={others.length} one="other" many="others" />
        </>
      )}
    </>
  )
}

function Spending({ details: { spent_by } }: { details: OutputDetails }) {
  if (spent_by === undefined) {
    return (
      <>
        unspent
        <AtEndOfIndex />
      </>
    )
  }
  return (
    <>
      spent in{' '}
      <span className="text-ink">
        <Id text={spent_by.tx_id} to={transactionLink(spent_by.tx_id)} />
      </span>
    </>
  )
}

/** The same as text. */
export function outputSentenceText(details: OutputDetails): string {
  const { address, spent_by } = details
  const contents = outputContentsText(details)
  if (stateOfOutput(details) === 'burned') return `${contents} burned here`
  const owner = address === undefined ? 'no address' : shortenId(address)
  const spending = spent_by === undefined ? 'unspent' : `spent in ${shortenId(spent_by.tx_id)}`
  return `${contents} held by ${owner}, ${spending}`
}

/** "1,000 NAME and 2 more runes". */
export function outputContentsText(details: OutputDetails): string {
  const { runes, rune_count } = outputContents(details)
  const [first] = runes
  const amount = first && formatDecimal(trimDecimal(first.amount), 'en')
  const more = rune_count === 2 ? '1 more rune' : `${rune_count - 1} more runes`
  return `${amount} ${first?.rune.spaced_name}${rune_count > 1 ? ` and ${more}` : ''}`
}

/** An output holds what it gets until it is spent, or burns it. */
export function stateOfOutput({
  burned_count,
  spent_by,
}: OutputDetails): 'burned' | 'spent' | 'unspent' {
  if (burned_count > 0) return 'burned'
  return spent_by === undefined ? 'unspent' : 'spent'
}

/** What it holds, held or burned. */
export function outputContents(
  details: OutputDetails,
): Pick<OutputDetails, 'runes' | 'rune_count'> {
  const { burned, burned_count } = details
  return stateOfOutput(details) === 'burned' ? { runes: burned, rune_count: burned_count } : details
}

export function outputBurnsQuery(txId: string) {
  return endpointQuery('transactionMovements', { tx_id: txId, type: 'burn', limit: 100 })
}
