import { Link } from 'react-router-dom'
import type { ListedToken, TokenListOptions } from '../../../contract/tokenList.ts'
import { addressLink, tokenLink, tokensLink } from '../../links.ts'
import type { CardColumn } from '../../ui/CardTable.tsx'
import type { Sort } from '../../ui/CardTableFrame.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { MissingValue } from '../../ui/MissingValue.tsx'
import { MixedScriptWarning } from '../../ui/MixedScriptWarning.tsx'
import { Amount, Numeral } from '../../ui/numbers.tsx'
import { scale } from '../../ui/scaleAmount.ts'
import { Thumbnail } from '../../ui/Thumbnail.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

export function tokenColumns(options: TokenListOptions): CardColumn<ListedToken>[] {
  return [
    {
      heading: 'Name',
      isTitle: true,
      sort: sortBy(options, 'name'),
      cell: (token) => <Name token={token} />,
    },
    {
      heading: 'Symbol',
      sort: sortBy(options, 'symbol'),
      cell: ({ symbol }) =>
        symbol ? <UntrustedText text={symbol} /> : <MissingValue label="no symbol" />,
    },
    {
      heading: 'Total supply',
      isNumber: true,
      cell: (token) => <Supply token={token} />,
    },
    {
      heading: 'Decimals',
      isNumber: true,
      cell: ({ decimals }) =>
        decimals === undefined ? <MissingValue label="unknown" /> : <Numeral value={decimals} />,
    },
    {
      heading: 'Deployer',
      cell: ({ contract_principal }) => {
        const [address = ''] = contract_principal.split('.')
        return (
          <span className="whitespace-nowrap">
            <Hash text={address} label="deployer address" to={addressLink(address)} />
          </span>
        )
      },
    },
  ]
}

/** Sorting by another column starts with A; sorting again reverses the list. */
function sortBy(options: TokenListOptions, orderBy: 'name' | 'symbol'): Sort {
  const isSorted = options.orderBy === orderBy
  const isDescending = options.order === 'desc'
  const order = isSorted && !isDescending ? 'desc' : 'asc'
  return {
    to: tokensLink({ ...options, orderBy, order }),
    sorted: isSorted ? (isDescending ? 'descending' : 'ascending') : undefined,
  }
}

function Name({ token }: { token: ListedToken }) {
  const { name, symbol, contract_principal } = token
  const { image_thumbnail_uri, image_uri, image_canonical_uri } = token
  const [, contractName = ''] = contract_principal.split('.')
  return (
    <span className="flex min-w-44 items-center gap-2.5">
      <Thumbnail
        addresses={[image_thumbnail_uri, image_uri, image_canonical_uri]}
        name={symbol || name || contractName}
      />
      <span className="min-w-0">
        <Link to={tokenLink(contract_principal)} className="link font-semibold">
          <UntrustedText text={name || contractName} />
        </Link>{' '}
        <MixedScriptWarning texts={[name, symbol]} />
        <span className="block text-xs text-muted" dir="ltr">
          {contractName}
        </span>
      </span>
    </span>
  )
}

function Supply({ token: { total_supply: raw, decimals } }: { token: ListedToken }) {
  if (raw === undefined) return 'unknown'
  const scaled = scale(raw, decimals)
  if (scaled !== undefined) return <Amount digits={scaled} />
  return (
    <>
      <Amount digits={raw} /> <span className="text-xs text-muted">in the smallest unit</span>
    </>
  )
}
