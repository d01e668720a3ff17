import { Link } from 'react-router-dom'
import type { LookAlikes as Found, LookAlike } from '../../../contract/schemas/search.ts'
import type { Token } from '../../../contract/schemas/token.ts'
import { tokenLink } from '../../links.ts'
import { DECIMALS, deployerColumn, supplyOf } from '../../lists/TokenTable.tsx'
import { amountColumn } from '../../ui/amountColumn.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { ListedBadge } from '../../ui/ListedBadge.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { MixedScriptWarning } from '../../ui/MixedScriptWarning.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { useGateway } from '../../ui/rewriteIpfsUrl.ts'
import { safeUrl } from '../../ui/safeUrl.ts'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

type Props = { found: Found; principal: string; token: Token }
/** `isOwn`: the token of the page. */
type Row = Omit<LookAlike, 'same'> & { isOwn?: boolean }

/** The token among others of the same name or symbol, in an order that is the same on the page of each. */
export function LookAlikes({ found, principal, token }: Props) {
  const { metadata, ...fields } = token
  const own: Row = {
    ...fields,
    principal,
    has_document: metadata !== undefined,
    listed_by: found.listed_by?.name,
    isOwn: true,
  }
  const rows = [
    ...found.results.slice(0, found.position),
    own,
    ...found.results.slice(found.position),
  ]
  const field = sharedField(found) === 'name' ? 'name' : 'symbol'
  const title = token[field] || principal
  return (
    <section id="look-alikes" aria-labelledby="look-alikes-title" className="mt-8 scroll-mt-16">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 id="look-alikes-title" className="text-lg font-semibold">
          <UntrustedText text={title} maxLength={60} /> · <Numeral value={found.total + 1} /> tokens
          use this {sharedField(found)}
        </h2>
        <p className="text-sm text-muted">
          Anyone can reuse a name. Check the contract against the project’s own site.
        </p>
      </div>
      <DataTable
        caption="Tokens with this name or symbol"
        rows={rows}
        keyOf={(row) => row.principal}
        columns={useColumns(rows, token)}
      />
      {found.total > found.results.length && (
        <p className="mt-3 text-sm text-muted">
          {found.results.length + 1} are listed.{' '}
          <Link
            to={`/tokens?${new URLSearchParams({ [field]: token[field] ?? '' })}`}
            className="link"
          >
            All with this {field}
          </Link>
        </p>
      )}
    </section>
  )
}

/** "name", "symbol", or "name or symbol": what the token shares with others. */
export function sharedField({ results }: Found): string {
  return (['name', 'symbol'] as const)
    .filter((field) => results.some(({ same }) => same.includes(field)))
    .join(' or ')
}

function useColumns(rows: Row[], token: Token): (Column<Row> | undefined)[] {
  const gateway = useGateway()
  const differs = (field: 'name' | 'symbol') => new Set(rows.map((row) => row[field])).size > 1
  return [
    {
      heading: 'Contract',
      className:
        'w-full max-w-0 min-w-60 phone:col-start-1 phone:row-start-1 phone:w-auto phone:max-w-none phone:min-w-0',
      cell: (row) => <Contract row={row} />,
    },
    deployerColumn(({ principal }) => principal),
    differs('name') ? textColumn('Name', (row) => row.name, 'phone:hidden') : undefined,
    differs('symbol')
      ? textColumn(
          'Symbol',
          (row) => row.symbol,
          'phone:col-start-2 phone:row-start-1 phone:max-w-32 phone:text-end',
        )
      : undefined,
    DECIMALS,
    amountColumn(rows, 'Supply', supplyOf, {
      className: 'phone:col-span-2 phone:col-start-1 phone:row-start-2 phone:text-start',
    }),
    {
      heading: 'Metadata',
      className:
        'max-w-44 truncate text-muted phone:col-start-2 phone:row-start-3 phone:max-w-32 phone:text-end phone:text-sm',
      cell: ({ token_uri, has_document, isOwn }) => {
        if (!token_uri) return null
        if (!isOwn && token_uri === token.token_uri) return 'The same file as this page'
        return (
          <>
            {has_document ? 'Read from ' : 'At '}
            <UntrustedText text={hostOf(token_uri, gateway)} />
          </>
        )
      },
    },
  ]
}

function Contract({ row }: { row: Row }) {
  const { principal, name, symbol, listed_by, isOwn = false } = row
  const [, contractName = ''] = principal.split('.')
  return (
    <span className="flex min-w-0 items-center gap-1.75">
      <Mark id={principal} />
      {isOwn ? (
        <>
          <span className="truncate font-medium">{contractName}</span>
          <Badge>This page</Badge>
        </>
      ) : (
        <Link
          to={tokenLink(principal)}
          title={principal}
          className="quiet-link truncate font-medium"
        >
          {contractName}
        </Link>
      )}
      {listed_by !== undefined && <ListedBadge name={listed_by} />}
      <MixedScriptWarning texts={[name, symbol]} />
    </span>
  )
}

function textColumn(
  heading: string,
  textOf: (row: Row) => string | undefined,
  className: string,
): Column<Row> {
  return {
    heading,
    className: `max-w-40 ${className}`,
    cell: (row) => (
      <span className="block truncate">
        <UntrustedText text={textOf(row) ?? ''} />
      </span>
    ),
  }
}

const MAX_LENGTH = 20

/** Where a metadata file is: the end of a host, IPFS, or the beginning of an address that has no host. */
function hostOf(address: string, gateway: string | undefined): string {
  if (/^ipfs:/i.test(address)) return 'IPFS'
  const host = safeUrl(address, gateway)?.host
  if ((host ?? address).length <= MAX_LENGTH) return host ?? address
  return host === undefined ? `${address.slice(0, MAX_LENGTH)}…` : `…${host.slice(-MAX_LENGTH)}`
}
