import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { Holder } from '../../../contract/balances.ts'
import type { Etching } from '../../../contract/etching.ts'
import type { Paging } from '../../../contract/paging.ts'
import { AddressLink } from '../../activity/AddressLink.tsx'
import { NeedsWholeHistory } from '../../activity/NeedsWholeHistory.tsx'
import { DownloadList } from '../../analysis/DownloadList.tsx'
import { HOLDER_COLUMNS } from '../../analysis/engine/exportColumns.ts'
import { useApi } from '../../appContext.ts'
import { runeLink } from '../../links.ts'
import { PagedList } from '../../lists/PagedList.tsx'
import { rangeInWords } from '../../lists/RangeText.tsx'
import { readPaging } from '../../pageSizes.ts'
import { holdersQuery } from '../../queries/runes.ts'
import { type CardColumn, CardTable } from '../../ui/CardTable.tsx'
import { useLanguage } from '../../ui/language.ts'
import { MissingValue } from '../../ui/MissingValue.tsx'
import { Amount, Count, formatDecimal, Numeral } from '../../ui/numbers.tsx'
import { Concentration, formatShareOf, TOP_HOLDERS } from './Concentration.tsx'

type Props = { rune: Etching; isSnapshot: boolean }

/** A page of the holders of a rune, largest first. The first page also shows how concentrated they are. */
export function Holders({ rune, isSnapshot }: Props) {
  const api = useApi()
  const language = useLanguage()
  const { paging, refused } = readPaging(useSearchParams()[0])
  const queryFor = (paging: Paging) => holdersQuery(api, rune.id, paging)
  const holders = useQuery(queryFor(paging))
  const isFirstPage = paging.offset === 0
  const top = useQuery({ ...queryFor(TOP_HOLDERS), enabled: isFirstPage })
  if (holders.error?.status === 501) {
    return <NeedsWholeHistory missing="Holders" error={holders.error} isSnapshot={isSnapshot} />
  }

  const total = holders.data?.value.total ?? 0
  const supply = rune.supply?.current
  const name = `rune-${rune.id.replace(':', '-')}-holders`
  return (
    <PagedList
      unit="holder"
      name={name}
      list={holders}
      refused={refused}
      linkTo={(paging) => runeLink(rune.id, { view: 'holders', ...paging })}
      queryFor={queryFor}
      empty={<p>{supply === undefined ? 'No holders are known.' : 'Nobody holds this rune.'}</p>}
      summary={
        <>
          {isFirstPage && supply !== undefined && top.data && (
            <Concentration supply={supply} top={top.data.value} />
          )}
          <p>
            <strong className="text-lg">
              <Count value={total} one="holder" />
            </strong>
            <span className="text-muted">, largest first</span>
          </p>
        </>
      }
      download={
        <DownloadList
          things={
            total === 1 ? 'the holder' : `all ${formatDecimal(String(total), language)} holders`
          }
          name={name}
          columns={HOLDER_COLUMNS}
          request={(paging, signal) => api.replies.holders(rune.id, { ...paging, signal })}
        />
      }
    >
      {(page) => (
        <CardTable
          caption={`${rangeInWords('Holders', page, language)}, largest first`}
          columns={columnsOf(rune, page.offset, language)}
          rows={page.results}
          keyOf={({ address }, position) => address ?? page.offset + position}
        />
      )}
    </PagedList>
  )
}

function columnsOf({ supply }: Etching, offset: number, language: string): CardColumn<Holder>[] {
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
