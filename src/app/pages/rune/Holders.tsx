import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { Etching, Holder } from '../../../contract/etching.ts'
import { AddressLink } from '../../activity/AddressLink.tsx'
import { NeedsWholeHistory } from '../../activity/NeedsWholeHistory.tsx'
import { DownloadList } from '../../analysis/DownloadList.tsx'
import { HOLDER_COLUMNS } from '../../analysis/engine/exportColumns.ts'
import { useApi } from '../../appContext.ts'
import { Failure, NotRenewed, ReadBefore } from '../../errors/Failure.tsx'
import { runeLink } from '../../links.ts'
import { IgnoredParameters } from '../../lists/IgnoredParameters.tsx'
import { Pager } from '../../lists/Pager.tsx'
import { PastTheEnd } from '../../lists/PastTheEnd.tsx'
import { readPaging } from '../../pageSizes.ts'
import { holdersQuery } from '../../queries.ts'
import { RawResponse } from '../../RawResponse.tsx'
import { type CardColumn, CardTable } from '../../ui/CardTable.tsx'
import { useLanguage } from '../../ui/language.ts'
import { MissingValue } from '../../ui/MissingValue.tsx'
import { Amount, Count, formatDecimal, Numeral } from '../../ui/numbers.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Concentration, formatShareOf, TOP_HOLDERS } from './Concentration.tsx'

type Props = { rune: Etching; isSnapshot: boolean }

/** A page of the holders of a rune, largest first, and how concentrated they are. */
export function Holders({ rune, isSnapshot }: Props) {
  const api = useApi()
  const language = useLanguage()
  const [search] = useSearchParams()
  const { paging, refused } = readPaging(search)
  const holders = useQuery(holdersQuery(api, rune.id, paging))
  const top = useQuery(holdersQuery(api, rune.id, TOP_HOLDERS))
  const columns = useColumns(rune, holders.data?.value.offset ?? 0)
  const { data: reply, error, refetch, isPlaceholderData } = holders
  if (error?.status === 501) {
    return <NeedsWholeHistory things="Holders" error={error} isSnapshot={isSnapshot} />
  }
  if (error && reply === undefined) return <Failure error={error} />
  if (reply === undefined) return <Skeleton lines={12} label="Loading the holders" />

  const page = reply.value
  const linkTo = (paging: { offset: number; limit: number }) =>
    runeLink(rune.id, { view: 'holders', ...paging })
  const supply = rune.supply?.current
  return (
    <div className="space-y-4">
      {error && <NotRenewed error={error} />}
      {reply.readAt !== undefined && <ReadBefore readAt={reply.readAt} onRetry={refetch} />}
      {refused.length > 0 && <IgnoredParameters refused={refused} />}
      {supply !== undefined && top.data && <Concentration supply={supply} top={top.data.value} />}
      <p>
        <strong className="text-lg">
          <Count value={page.total} one="holder" />
        </strong>
        <span className="text-muted">, largest first</span>
      </p>
      {page.total === 0 && <p>Nobody holds this rune.</p>}
      {page.total > 0 && page.results.length === 0 && (
        <PastTheEnd unit="holder" page={page} linkTo={linkTo} />
      )}
      {page.results.length > 0 && (
        <>
          <Pager place="top" unit="holder" page={page} requested={paging} linkTo={linkTo} />
          <div aria-busy={isPlaceholderData} className="transition-opacity aria-busy:opacity-50">
            <CardTable
              caption={`Holders ${page.offset + 1} to ${page.offset + page.results.length} of ${page.total}, largest first`}
              columns={columns}
              rows={page.results}
              keyOf={({ address }, position) => address ?? page.offset + position}
            />
          </div>
          <Pager place="bottom" unit="holder" page={page} requested={paging} linkTo={linkTo} />
          <DownloadList
            things={
              page.total === 1
                ? 'the holder'
                : `all ${formatDecimal(String(page.total), language)} holders`
            }
            name={`rune-${rune.id.replace(':', '-')}-holders`}
            columns={HOLDER_COLUMNS}
            request={(paging, signal) => api.replies.holders(rune.id, { ...paging, signal })}
          />
          <RawResponse
            reply={reply}
            filename={`rune-${rune.id.replace(':', '-')}-holders-from-${page.offset + 1}.json`}
          />
        </>
      )}
    </div>
  )
}

function useColumns({ supply }: Etching, offset: number): CardColumn<Holder>[] {
  const language = useLanguage()
  return [
    {
      heading: 'Rank',
      isNumber: true,
      cell: (_, position) => <Numeral value={offset + position + 1} />,
    },
    {
      heading: 'Address',
      cell: ({ address }) =>
        address ? <AddressLink address={address} /> : <MissingValue label="not given" />,
    },
    {
      heading: 'Balance',
      isNumber: true,
      cell: ({ balance }) =>
        balance === undefined ? <MissingValue label="not given" /> : <Amount digits={balance} />,
    },
    {
      heading: 'Share of supply',
      isNumber: true,
      cell: ({ balance }) =>
        formatShareOf(balance, supply?.current, language) ?? <MissingValue label="unknown" />,
    },
  ]
}
