import type { AddressDetails } from '../../../contract/schemas/address.ts'
import type { Pending } from '../../../contract/schemas/pending.ts'
import { outputLink } from '../../links.ts'
import { queryView, type ViewList } from '../../lists/Views.tsx'
import { BeingSpent, type SpendsNow } from '../../movements/BeingSpent.tsx'
import { BLOCK, TIME } from '../../movements/columns.tsx'
import { MovementList } from '../../movements/MovementList.tsx'
import { OutputList } from '../../movements/OutputList.tsx'
import { PendingList } from '../../movements/Pending.tsx'
import { RawRecords } from '../../movements/RawRecords.tsx'
import { RefusedList } from '../../movements/RefusedList.tsx'
import { endpointQuery, useAbout } from '../../query.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { Id } from '../../ui/Id.tsx'
import { AddressOverview } from './AddressOverview.tsx'
import { AllBalances } from './Balances.tsx'
import { PaidRunes, paidRunesQuery } from './PaidRunes.tsx'
import type { AddressRequest } from './readAddressUrl.ts'

/** The lists do not wait for the details. `pending`: what waits for a block; undefined where the service has no node. */
type ShownDetails = Partial<AddressDetails> & { pending?: Pending | undefined }

/** What also an address without runes may have. */
const PAID_VIEW = queryView({
  view: 'paid',
  name: 'Commitments',
  count: ({ paid }: ShownDetails) => paid,
  isRare: true,
  query: (page: AddressRequest) => paidRunesQuery(page),
  content: (query) => <PaidRunes query={query} />,
})

const REFUSED_VIEW = queryView({
  view: 'refused',
  name: 'Refused',
  title: (
    <span className="first-letter:uppercase">
      <Refused />
    </span>
  ),
  count: ({ refusals }: ShownDetails) => refusals,
  hasMore: ({ has_more_refusals }: ShownDetails) => has_more_refusals,
  isRare: true,
  query: ({ address, paging }: AddressRequest) =>
    endpointQuery('addressRefusals', { address, ...paging }),
  content: (query) => (
    <RefusedList subject="address" query={query}>
      The protocol refused these mints and etchings. Units that no edict allocates would have gone
      to this address.
    </RefusedList>
  ),
})

/** What became of them. An index that begins late does not know it of mints of older runes. */
function Refused() {
  return useAbout()?.coverage?.is_complete === false ? 'refused or not known' : 'refused'
}

export const ADDRESS_VIEWS: ViewList<AddressRequest, ShownDetails> = [
  {
    name: 'Overview',
    content: (page, details) => <AddressOverview {...page} details={details} />,
  },
  queryView({
    view: 'movements',
    name: 'Movements',
    count: ({ movements }) => movements,
    query: ({ address, filters, paging }) =>
      endpointQuery('addressMovements', { address, ...filters, ...paging }),
    content: (query, { refused, filters }, { counts, movements }) => (
      <MovementList
        subject="address"
        query={query}
        refused={refused}
        counts={counts}
        // How many a filtered list has is not known.
        currentTotal={Object.keys(filters).length === 0 ? movements : undefined}
      />
    ),
  }),
  queryView({
    view: 'balances',
    name: 'Balances',
    count: ({ runes }) => runes,
    query: ({ address, name, at, order_by, paging }) =>
      endpointQuery('addressBalances', { address, name, at, order_by, ...paging }),
    content: (query, page) => <AllBalances query={query} {...page} />,
  }),
  queryView({
    view: 'outputs',
    name: 'Unspent outputs',
    count: ({ outputs }) => outputs,
    query: ({ address, paging }) => endpointQuery('addressOutputs', { address, ...paging }),
    content: (query) => (
      <OutputList
        query={query}
        caption="Unspent outputs of the address"
        empty="No runes in unspent outputs"
        link={({ output }) => <Id text={output} to={outputLink(output)} />}
        width="w-44"
        columns={(spends) => [beingSpentColumn(spends), BLOCK, TIME]}
      />
    ),
  }),
  REFUSED_VIEW,
  PAID_VIEW,
  queryView({
    view: 'pending',
    name: 'Pending',
    count: ({ pending }) => pending?.total ?? 0,
    isRare: true,
    query: addressPendingQuery,
    content: (query) => <PendingList query={query} subject="address" />,
  }),
  queryView({
    view: 'raw',
    name: 'Raw records',
    count: ({ records }) => records,
    query: ({ address, paging }) => endpointQuery('addressActivity', { address, ...paging }),
    content: (query) => <RawRecords subject="address" query={query} />,
  }),
]

/** Undefined if the address has runes or had some, or if there is nothing else either. */
export function viewsWithoutRunes(
  details: AddressDetails,
): ViewList<AddressRequest, ShownDetails> | undefined {
  if (details.records > 0) return
  const [first, ...others] = [REFUSED_VIEW, PAID_VIEW].filter(({ count }) => count?.(details) !== 0)
  return first && [first, ...others]
}

/** Only if some are being spent. */
function beingSpentColumn(spends: SpendsNow): Column<{ output: string }> | undefined {
  if (spends.size === 0) return
  return {
    heading: 'Unconfirmed',
    area: 'meta',
    label: '',
    cell: ({ output }) => <BeingSpent by={spends.get(output)} />,
  }
}

export function addressPendingQuery({ address }: AddressRequest) {
  return endpointQuery('addressPending', { address })
}
