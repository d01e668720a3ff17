import { useQuery } from '@tanstack/react-query'
import { EqualApproximately } from 'lucide-react'
import { Link, useSearchParams } from 'react-router-dom'
import type {
  RuneDetails,
  RuneLookAlike,
  RuneLookAlikePage,
} from '../../../contract/schemas/rune.ts'
import { blockLink, compareLink } from '../../links.ts'
import { EndpointList } from '../../lists/List.tsx'
import { viewLink } from '../../lists/paging.ts'
import { type EndpointQuery, endpointQuery } from '../../query.ts'
import { LookAlikeName } from '../../runes/LookAlikeName.tsx'
import { describeDifference, nameDifference } from '../../runes/nameDifference.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { CopyableId, Id } from '../../ui/Id.tsx'
import { Count, Numeral } from '../../ui/numbers.tsx'
import { Day } from '../../ui/Time.tsx'
import { KEPT_PARAMETERS } from './HistoryFigure.tsx'

/** How many the line below the title names. */
const NAMED = 2

export function namedLookAlikesQuery(rune: string) {
  return endpointQuery('runeLookAlikes', { rune, limit: NAMED })
}

/** Below the title: the runes whose names look like that of the rune, if there are any. */
export function LookAlikesLine({ rune }: { rune: RuneDetails }) {
  const { look_alikes: count } = rune
  if (count === undefined) return null
  return <Line rune={rune} count={count} />
}

function Line({ rune, count }: { rune: RuneDetails; count: number }) {
  const named = useQuery(namedLookAlikesQuery(rune.id)).data?.value.results ?? []
  const [search] = useSearchParams()
  const list = viewLink(search, 'look-alikes', KEPT_PARAMETERS)
  return (
    <p className="mt-1.5 text-sm text-pretty text-muted phone:text-xs/5">
      <EqualApproximately size={14} aria-hidden="true" className="inline align-[-2px]" />{' '}
      <Count name="rune.look_alikes" value={count} one="name differs" many="names differ" /> by one
      letter
      {named.map((other, index) => (
        <span key={other.rune.id}>
          {index === 0 ? ': ' : ', '}
          <LookAlikeName rune={other.rune} like={rune.name} /> with{' '}
          <Count name="look_alike.named_holders" value={other.holders} one="holder" />
        </span>
      ))}
      {named.length > 0 && count > named.length && (
        <>
          {' '}
          and{' '}
          <Link to={list} className="link">
            <Numeral name="look_alike.more" value={count - named.length} /> more
          </Link>
        </>
      )}
      .
    </p>
  )
}

type ListProps = { query: EndpointQuery<RuneLookAlikePage>; rune: RuneDetails }

export function LookAlikeList({ query, rune }: ListProps) {
  return (
    <EndpointList
      query={query}
      toolbar={{
        children: (
          <p className="text-sm text-muted">
            Those with most holders come first, which is no sign of being genuine. Nor is age.
          </p>
        ),
      }}
      things="runes"
      empty={{ title: 'No name in this index differs from this one by one letter' }}
    >
      {({ results }, isBusy) => (
        <>
          <LookAlikes rows={results} isBusy={isBusy} rune={rune} />
          <Advice rune={rune} />
        </>
      )}
    </EndpointList>
  )
}

function Advice({ rune: { id, spaced_name, holders, location } }: { rune: RuneDetails }) {
  return (
    <p className="mt-3 max-w-[100ch] text-sm text-pretty text-muted">
      {spaced_name} is <Id text={id} isWhole />, with{' '}
      <Count name="rune.holders" value={holders} one="holder" />
      {location?.timestamp !== undefined && (
        <>
          , and was etched on <Day name="rune.timestamp" seconds={location.timestamp} />
        </>
      )}
      . Anyone can etch a name that differs by one letter: check the id against the project’s own
      site.
    </p>
  )
}

type Props = { rows: RuneLookAlike[]; isBusy: boolean; rune: RuneDetails }

function LookAlikes({ rows, isBusy, rune: { id, name } }: Props) {
  return (
    <DataTable
      caption="Runes whose names look alike, those with most holders first"
      rows={rows}
      isBusy={isBusy}
      keyOf={({ rune }) => rune.id}
      columns={[
        {
          heading: 'Rune',
          area: 'name',
          className: 'w-full max-w-0 min-w-64',
          cell: ({ rune }) => <LookAlikeName rune={rune} like={name} />,
        },
        {
          heading: 'What differs',
          area: 'detail',
          label: '',
          cell: ({ rune }) => describeDifference(nameDifference(rune.name, name)),
        },
        {
          heading: 'Holders',
          area: 'aside',
          isNumber: true,
          cell: ({ holders }) => <Numeral name="look_alike.holders" value={holders} />,
        },
        {
          heading: 'Id',
          area: 'meta',
          cell: ({ rune }) => <CopyableId text={rune.id} isWhole label="Rune id" />,
        },
        {
          heading: 'Etched',
          area: 'meta',
          isNumber: true,
          className: 'text-muted',
          cell: ({ location: { timestamp, block_height } }) =>
            timestamp === undefined || block_height === undefined ? (
              'Built in'
            ) : (
              <Link to={blockLink(block_height)} className="quiet-link">
                <Day name="look_alike.timestamp" seconds={timestamp} />
              </Link>
            ),
        },
        {
          heading: 'Compare',
          area: 'meta',
          label: '',
          cell: ({ rune }) => (
            <Link to={compareLink([id, rune.id])} className="link">
              Compare
              <span className="sr-only"> with {rune.spaced_name}</span>
            </Link>
          ),
        },
      ]}
    />
  )
}
