import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { LookAlike } from '../../contract/schemas/search.ts'
import type { ListedToken } from '../../contract/schemas/token.ts'
import { deployerLink, tokenLink } from '../links.ts'
import { amountColumn } from '../ui/amountColumn.tsx'
import { Badge } from '../ui/Badge.tsx'
import { type Column, DataTable, type Sort } from '../ui/DataTable.tsx'
import { MarkedId } from '../ui/Id.tsx'
import { MixedScriptWarning } from '../ui/MixedScriptWarning.tsx'
import { Numeral, scaleAmount } from '../ui/numbers.tsx'
import { TokenMark } from '../ui/RemoteImage.tsx'
import { Day } from '../ui/Time.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import { ListedBadge } from './ListedBadge.tsx'
import { WebAddressBadge } from './WebAddressBadge.tsx'

/** What the API can sort tokens by, of the columns. */
type TokenOrder = 'name' | 'symbol'

type Props = {
  caption: string
  rows: ListedToken[]
  isBusy: boolean
  sortBy?: ((order: TokenOrder) => Sort) | undefined
  isFurther?: boolean
}

export function TokenTable({ caption, rows, isBusy, sortBy, isFurther }: Props) {
  return (
    <DataTable
      caption={caption}
      rows={rows}
      isBusy={isBusy}
      isFurther={isFurther}
      keyOf={({ contract_principal }) => contract_principal}
      columns={[
        { ...NAME, ...(sortBy && { sort: sortBy('name') }) },
        { ...SYMBOL, ...(sortBy && { sort: sortBy('symbol') }) },
        supplyColumn(rows),
        {
          heading: 'Decimals',
          area: 'none',
          isNumber: true,
          cell: ({ decimals }) =>
            decimals !== undefined && <Numeral name="listed.decimals" value={decimals} />,
        },
        DEPLOYER,
        DEPLOYED,
      ]}
    />
  )
}

const NAME: Column<ListedToken> = {
  heading: 'Token',
  area: 'name',
  className: 'w-full max-w-0 min-w-64 tablet:min-w-56',
  cell: (token) => (
    <TokenName token={token}>
      <SameName token={token} />
    </TokenName>
  ),
}

export const SYMBOL: Column<ListedToken> = {
  heading: 'Symbol',
  area: 'meta',
  className: 'max-w-48',
  cell: ({ symbol = '' }) =>
    symbol !== '' && (
      <span className="wide:block wide:truncate">
        <UntrustedText text={symbol} />
      </span>
    ),
}

export function supplyColumn(rows: ListedToken[]): Column<ListedToken> {
  const supplyOf = (token: ListedToken) => scaleAmount(token.total_supply, token.decimals)
  return amountColumn(rows, 'Supply', supplyOf, { name: 'listed.supply' })
}

/** What the columns of tokens read, of a token that is found by its name. */
export function listedOf({
  principal,
  ...token
}: Omit<LookAlike, 'same' | 'same_image'>): ListedToken {
  return { ...token, contract_principal: principal, sender_address: undefined }
}

export const DEPLOYER: Column<ListedToken> = {
  heading: 'Deployer',
  area: 'meta',
  cell({ contract_principal }) {
    const [address = ''] = contract_principal.split('.')
    return <MarkedId text={address} to={deployerLink(address)} />
  },
}

export const DEPLOYED: Column<ListedToken> = {
  heading: 'Deployed',
  isMinor: true,
  area: 'meta',
  className: 'text-muted',
  cell: ({ deployed_at }) =>
    deployed_at !== undefined && <Day name="listed.deployed" seconds={deployed_at} />,
}

type NameProps = {
  token: ListedToken
  /** Whether the page is about it. */
  isCurrent?: boolean
  children?: ReactNode
}

export function TokenName({ token, isCurrent = false, children }: NameProps) {
  const { name, symbol, contract_principal, same_name, listed_by } = token
  const { image_thumbnail_uri, image_uri, image_canonical_uri } = token
  const [, contractName = ''] = contract_principal.split('.')
  return (
    <span className="flex min-w-0 items-center gap-x-2 phone:flex-wrap">
      <TokenMark
        principal={contract_principal}
        addresses={{ cached: [image_thumbnail_uri, image_uri], original: [image_canonical_uri] }}
        size={24}
      />
      <Link
        to={tokenLink(contract_principal)}
        title={contract_principal}
        aria-current={isCurrent ? 'true' : undefined}
        className="quiet-link font-medium wide:truncate phone:max-w-[calc(100%-2rem)]"
      >
        <UntrustedText text={name?.trim() ? name : contractName} />
      </Link>
      {isCurrent && <Badge>This page</Badge>}
      {same_name !== undefined && (
        <span className="min-w-0 shrink-3 truncate font-mono text-xs text-muted phone:hidden">
          <UntrustedText text={contractName} />
        </span>
      )}
      {listed_by !== undefined && <ListedBadge name={listed_by} />}
      <MixedScriptWarning texts={[name, symbol]} />
      <WebAddressBadge token={token} />
      {children}
    </span>
  )
}

/** How many tokens have this name, as a link to them. */
function SameName({ token: { contract_principal, same_name } }: { token: ListedToken }) {
  if (same_name === undefined) return null
  return (
    <Link
      to={`${tokenLink(contract_principal)}#look-alikes`}
      className="quiet-link inline-flex min-h-6 shrink-0 items-center gap-1 text-xs whitespace-nowrap text-muted"
    >
      <Numeral name="listed.same" value={same_name} /> of this name
    </Link>
  )
}
