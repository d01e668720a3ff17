import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import type { ActivityPage } from '../../../contract/activity.ts'
import type { Reply } from '../../../contract/client.ts'
import type { RequestError } from '../../../contract/requestError.ts'
import { ActivityList } from '../../activity/ActivityList.tsx'
import { recordsOf } from '../../activity/activitySummary.ts'
import { OperationFilter } from '../../activity/OperationFilter.tsx'
import { OtherExplorers } from '../../activity/OtherExplorers.tsx'
import { RuneName } from '../../activity/RuneName.tsx'
import { useApi } from '../../appContext.ts'
import { MalformedIdentifier } from '../../errors/MalformedIdentifier.tsx'
import { addressLink } from '../../links.ts'
import { IgnoredParameters } from '../../lists/IgnoredParameters.tsx'
import { PageHead } from '../../PageHead.tsx'
import { addressActivityQuery } from '../../queries/activity.ts'
import { AddressHeader } from './AddressHeader.tsx'
import { bitcoinHead, isMistyped, readAddressState } from './addressHead.ts'
import { AllBalances, LargestBalances } from './Balances.tsx'
import { type Address, explainMistake } from './parseAddress.ts'

/** The balances and activity of a Bitcoin address. */
export function BitcoinAddress(parsed: Address) {
  const api = useApi()
  const [search] = useSearchParams()
  const { address, description } = parsed
  const { activityQuery, balancesPaging, isFiltered, view } = readAddressState(search)
  const activity = useQuery(addressActivityQuery(api, address, activityQuery))
  const reply = activity.data
  if (!isFiltered && isMistyped(parsed, reply?.value)) {
    return <MalformedIdentifier kind="address" text={address} brokenRule={explainMistake(parsed)} />
  }
  const isSample = reply?.coverage === 'sample'
  const balances = { address, paging: balancesPaging, isSnapshot: reply?.coverage === 'partial' }
  return (
    <article className="space-y-6">
      <PageHead {...bitcoinHead(parsed, search, activity)} />
      <AddressHeader
        parsed={parsed}
        isSample={isSample}
        known={reply && reply.value.total > 0 ? 'records' : undefined}
      >
        {description?.startsWith('Bitcoin mainnet') && (
          <OtherExplorers subject="address" address={address} />
        )}
      </AddressHeader>
      {view === 'balances' ? (
        <AllBalances {...balances} />
      ) : (
        <>
          {!search.has('view') && <LargestBalances {...balances} />}
          <Activity address={address} activity={activity} />
        </>
      )}
    </article>
  )
}

type ActivityProps = {
  address: string
  activity: UseQueryResult<Reply<ActivityPage>, RequestError>
}

/** The records of the address, each with its sign, filtered by rune and operation. */
function Activity({ address, activity }: ActivityProps) {
  const api = useApi()
  const [search] = useSearchParams()
  const { operation, rune, isFiltered, refusedFilters } = readAddressState(search)
  return (
    <section aria-labelledby="activity" className="space-y-4">
      <h2 id="activity" className="text-xl font-semibold">
        Activity
      </h2>
      {refusedFilters.length > 0 && <IgnoredParameters refused={refusedFilters} />}
      {rune !== undefined && <OnlyRune id={rune} address={address} page={activity.data?.value} />}
      {!search.has('view') && (
        <OperationFilter
          operations={WITH_ADDRESS}
          operation={operation}
          linkTo={(operation) => addressLink(address, { operation, rune })}
        />
      )}
      <ActivityList
        subject={{ kind: 'address', address }}
        name={`address-${address}`}
        activity={activity}
        linkTo={(paging) => addressLink(address, { operation, rune, ...paging })}
        queryFor={(paging) => addressActivityQuery(api, address, { ...paging, operation, rune })}
        unfiltered={isFiltered ? addressLink(address) : undefined}
      />
    </section>
  )
}

/** An etching and a mint have no address. */
const WITH_ADDRESS = ['receive', 'send', 'burn'] as const

type OnlyRuneProps = { id: string; address: string; page: ActivityPage | undefined }

/** Says that only one rune is shown. Its name is known once a record has loaded. */
function OnlyRune({ id, address, page }: OnlyRuneProps) {
  const record = page && recordsOf(page).find(({ rune }) => rune.id === id)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        Only <RuneName rune={record?.rune ?? { id }} />
      </span>
      <Link to={addressLink(address)} className="button">
        Show all runes
      </Link>
    </p>
  )
}
