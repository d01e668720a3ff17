import { Link } from 'react-router-dom'
import type { ListedToken } from '../../contract/schemas/token.ts'
import { deployerLink, tokenLink } from '../links.ts'
import { amountColumn } from '../ui/amountColumn.tsx'
import { Badge } from '../ui/Badge.tsx'
import { type Column, DataTable, type Sort } from '../ui/DataTable.tsx'
import { MarkedId } from '../ui/Id.tsx'
import { ListedBadge } from '../ui/ListedBadge.tsx'
import { MixedScriptWarning } from '../ui/MixedScriptWarning.tsx'
import { Numeral, scaleAmount } from '../ui/numbers.tsx'
import { TokenMark } from '../ui/RemoteImage.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'

/** What the API can sort tokens by, of the columns. */
export type TokenOrder = 'name' | 'symbol'

type Props = {
  caption: string
  rows: ListedToken[]
  isBusy: boolean
  /** The token of the page among its look-alikes: it is marked, and all can be compared. */
  current?: string | undefined
  sortBy?: ((order: TokenOrder) => Sort) | undefined
  isFurther?: boolean
}

export function TokenTable({ caption, rows, isBusy, current, sortBy, isFurther }: Props) {
  return (
    <DataTable
      caption={caption}
      rows={rows}
      isBusy={isBusy}
      isFurther={isFurther}
      keyOf={({ contract_principal }) => contract_principal}
      columns={columnsFor({ rows, current, sortBy })}
    />
  )
}

function columnsFor({ rows: tokens, current, sortBy }: Pick<Props, 'rows' | 'current' | 'sortBy'>) {
  const sort = (order: TokenOrder) => (sortBy === undefined ? {} : { sort: sortBy(order) })
  const isCompared = current !== undefined
  const columns: (Column<ListedToken> | undefined)[] = [
    {
      heading: 'Token',
      className: `${isCompared ? 'w-1/4 min-w-48' : 'w-full min-w-64'} max-w-0 phone:col-start-1 phone:row-start-1 phone:w-auto phone:max-w-none phone:min-w-0`,
      cell: (token) => <TokenName token={token} current={current} />,
      ...sort('name'),
    },
    // It tells look-alikes apart.
    isCompared ? DEPLOYER : undefined,
    isCompared
      ? {
          heading: 'Contract',
          className:
            'w-full max-w-0 min-w-48 wrap-anywhere whitespace-normal! phone:col-start-1 phone:row-start-2 phone:w-auto phone:max-w-none phone:min-w-0',
          cell: ({ contract_principal }) => (
            <span className="font-mono text-xs">{contract_principal.split('.')[1]}</span>
          ),
        }
      : undefined,
    {
      heading: 'Symbol',
      className:
        'max-w-48 phone:col-start-2 phone:row-start-1 phone:max-w-32 phone:text-end phone:text-muted',
      cell: ({ symbol = '' }) => (
        <span className="block truncate">
          <UntrustedText text={symbol} />
        </span>
      ),
      ...sort('symbol'),
    },
    amountColumn(tokens, 'Supply', (token) => scaleAmount(token.total_supply, token.decimals), {
      className: isCompared
        ? 'phone:col-start-2 phone:row-start-2 phone:has-data-long:col-span-2 phone:has-data-long:row-start-4'
        : 'phone:col-span-2 phone:col-start-1 phone:row-start-2 phone:text-start',
    }),
    {
      heading: 'Same name',
      isNumber: true,
      className: 'phone:col-span-2 phone:col-start-1 phone:row-start-4 phone:text-start',
      cell: ({ contract_principal, same_name }) =>
        same_name !== undefined && (
          <Link
            to={`${tokenLink(contract_principal)}#look-alikes`}
            className="quiet-link text-muted"
          >
            <Numeral value={same_name} />
            <span className="wide:sr-only"> tokens use this name</span>
          </Link>
        ),
    },
    {
      heading: 'Decimals',
      isNumber: true,
      className: isCompared
        ? 'phone:col-start-2 phone:row-start-3 phone:text-muted'
        : 'phone:hidden',
      cell: ({ decimals }) =>
        decimals !== undefined && (
          <>
            <Numeral value={decimals} />
            {isCompared && <span className="wide:hidden"> decimals</span>}
          </>
        ),
    },
    isCompared ? undefined : DEPLOYER,
    isCompared
      ? {
          heading: 'Listed by',
          className: 'phone:col-span-2 phone:col-start-1 phone:row-start-5',
          cell: ({ listed_by }) => listed_by && <ListedBadge name={listed_by} />,
        }
      : undefined,
    {
      heading: 'Metadata',
      className: 'text-muted phone:col-start-2 phone:row-start-3 phone:text-end',
      cell: (token) => token.has_document && contentsOf(token),
    },
  ]
  return columns
}

const DEPLOYER: Column<ListedToken> = {
  heading: 'Deployer',
  className: 'phone:col-start-1 phone:row-start-3 phone:text-muted',
  cell({ contract_principal }) {
    const [address = ''] = contract_principal.split('.')
    return <MarkedId text={address} to={deployerLink(address)} />
  },
}

/** What readers find in a metadata document. */
function contentsOf({ description, ...token }: ListedToken): string {
  const image = token.image_thumbnail_uri || token.image_uri || token.image_canonical_uri
  if (image) return description ? 'Image and text' : 'Image'
  return description ? 'Text' : 'No text'
}

function TokenName({ token, current }: { token: ListedToken; current: string | undefined }) {
  const { name, symbol, contract_principal, same_name, listed_by } = token
  const { image_thumbnail_uri, image_uri, image_canonical_uri } = token
  const [, contractName = ''] = contract_principal.split('.')
  const isCurrent = contract_principal === current
  return (
    <span className="flex min-w-0 items-center gap-2">
      <TokenMark
        principal={contract_principal}
        addresses={[image_thumbnail_uri, image_uri, image_canonical_uri]}
        size={24}
      />
      <Link
        to={tokenLink(contract_principal)}
        title={contract_principal}
        aria-current={isCurrent ? 'true' : undefined}
        className="quiet-link truncate font-medium"
      >
        <UntrustedText text={name?.trim() ? name : contractName} />
      </Link>
      {isCurrent && <Badge>This page</Badge>}
      {same_name !== undefined && (
        <span className="min-w-0 shrink-3 truncate font-mono text-xs text-muted phone:hidden">
          {contractName}
        </span>
      )}
      {current === undefined && listed_by !== undefined && <ListedBadge name={listed_by} />}
      <MixedScriptWarning texts={[name, symbol]} />
    </span>
  )
}
