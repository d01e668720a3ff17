import { Link } from 'react-router-dom'
import type { LookAlike, LookAlikes } from '../../../contract/schemas/search.ts'
import type { ListedToken, Token, TokenDeployment } from '../../../contract/schemas/token.ts'
import { namesAlikeLink } from '../../links.ts'
import { ALIKE_KINDS, alikeKind } from '../../tokens/alikeKind.ts'
import { DEPLOYED, DEPLOYER, SYMBOL, supplyColumn, TokenName } from '../../tokens/TokenTable.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { LinkedSection } from '../../ui/LinkedSection.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

type Props = {
  found: LookAlikes
  principal: string
  token: Token
  deployment: TokenDeployment | undefined
}

/**
 * The token among those that have its name or symbol as their name, then those that have it as their symbol only,
 * then those called like a web address; each in a fixed order.
 */
export function LookAlikeTable({ found, principal, token, deployment }: Props) {
  const { results, position, total, listed_by } = found
  const field = results.some(({ same }) => same.includes('name')) ? 'name' : 'symbol'
  const deployed_at = deployment?.timestamp
  const own = {
    ...token,
    ...{ principal, deployed_at, listed_by: listed_by?.name, as: [field] },
    same_image: undefined,
  }
  const all = [...results.slice(0, position), own, ...results.slice(position)]
  const [named = [], withSymbol = [], webAddresses = []] = ALIKE_KINDS.map((kind) =>
    all.filter((row) => alikeKind(row) === kind),
  )
  const rows: Row[] = [...named, ...withSymbol, ...webAddresses].map(
    ({ principal, name, symbol, decimals, total_supply, deployed_at, listed_by, same_image }) => ({
      name,
      symbol,
      decimals,
      total_supply,
      deployed_at,
      listed_by,
      same_image,
      contract_principal: principal,
      sender_address: undefined,
    }),
  )
  return (
    <LinkedSection id="look-alikes" className="mt-8">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 id="look-alikes-heading" className="text-lg font-semibold">
          <UntrustedText text={token[field] || principal} maxLength={60} /> ·{' '}
          <Numeral name="token.same" value={total + 1} /> tokens use this {sharedField(found)}
        </h2>
        {named.length > 1 && withSymbol.length > 0 && total === results.length && (
          <span className="text-sm text-muted">
            <Numeral name="token.same_symbol" value={withSymbol.length} /> only as their symbol
          </span>
        )}
        <p className="text-sm text-muted">
          Anyone can reuse a name. Check the contract against the project’s own site.
          {rows.some(({ deployed_at }) => deployed_at !== undefined) &&
            ' Age is no sign of being genuine.'}
          {rows.some(({ total_supply }) => total_supply === undefined) &&
            ' Where no supply is shown, it has not been read.'}
          {token[field]?.trim() && (
            <>
              {' '}
              <Link to={namesAlikeLink(token[field].trim())} className="link">
                What differs
              </Link>
            </>
          )}
        </p>
      </div>
      <DataTable
        caption="Tokens with this name or symbol"
        rows={rows}
        keyOf={({ contract_principal }) => contract_principal}
        columns={[
          {
            heading: 'Token',
            area: 'name',
            className: 'w-1/4 max-w-0 min-w-48',
            cell: (row) => (
              <TokenName token={row} isCurrent={row.contract_principal === principal} />
            ),
          },
          // Nobody can copy it.
          DEPLOYER,
          CONTRACT,
          DEPLOYED,
          SAME_IMAGE,
          SYMBOL,
          supplyColumn(rows),
          DECIMALS,
        ]}
      />
      {total > results.length && (
        <p className="mt-3 text-sm text-muted">
          <Numeral name="list.last" value={results.length + 1} /> are listed.{' '}
          <Link
            to={`/tokens?${new URLSearchParams({ [field]: token[field] ?? '' })}`}
            className="link"
          >
            All with this {field}
          </Link>
        </p>
      )}
    </LinkedSection>
  )
}

type Row = ListedToken & Pick<LookAlike, 'same_image'>

const CONTRACT: Column<ListedToken> = {
  heading: 'Contract',
  area: 'meta',
  className: 'w-full max-w-0 min-w-48 wrap-anywhere whitespace-normal!',
  cell: ({ contract_principal }) => (
    <span className="font-mono text-xs">{contract_principal.split('.')[1]}</span>
  ),
}

const SAME_IMAGE: Column<Row> = {
  heading: 'Image',
  area: 'meta',
  cell: ({ same_image }) => same_image && <span className="text-warn">The same</span>,
}

const DECIMALS: Column<ListedToken> = {
  heading: 'Decimals',
  area: 'meta',
  isNumber: true,
  cell: ({ decimals }) =>
    decimals !== undefined && <Numeral name="listed.decimals" value={decimals} />,
}

/** "name", "symbol", or "name or symbol": as what the token and the others have what they share. */
export function sharedField({ results }: LookAlikes): string {
  return FIELDS.filter((field) =>
    results.some(({ same, as }) => [...same, ...as].includes(field)),
  ).join(' or ')
}

const FIELDS = ['name', 'symbol'] as const
