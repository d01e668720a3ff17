import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pathTo } from '../../../contract/client.ts'
import type { NamesAlike } from '../../../contract/schemas/search.ts'
import { definePage, type PageUrl } from '../../definePage.tsx'
import { WhenLoaded } from '../../errors/WhenLoaded.tsx'
import { namesAlikeLink } from '../../links.ts'
import { type Head, PageHead, pageStatus } from '../../PageHead.tsx'
import { endpointQuery } from '../../query.ts'
import type { Loaded } from '../../source.ts'
import { DEPLOYED, DEPLOYER, TokenName } from '../../tokens/TokenTable.tsx'
import { amountColumn } from '../../ui/amountColumn.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Unknown } from '../../ui/Notice.tsx'
import { Numeral, scaleAmount } from '../../ui/numbers.tsx'
import { CrumbLink, PageHeader } from '../../ui/PageHeader.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

/** Tokens of one name, on a page that is no token's. */
export const { loader, Component, handle } = definePage({
  parameters: [],
  read: ({ id }: PageUrl) => ({ name: id.slice(0, MAX_NAME) }),
  loader: async (page, load) => alikeHead(page, await load(alikeQuery(page))),
  dataPath: ({ name }) => pathTo('namesAlike', { name }),
  Component: NamesAlikePage,
})

const MAX_NAME = 200

type Page = { name: string }

function alikeQuery({ name }: Page) {
  return endpointQuery('namesAlike', { name })
}

/** A name that no token has is anyone's text: its page is a 404, and has no picture. */
function alikeHead({ name }: Page, { data, error }: Loaded<{ value: NamesAlike }>): Head {
  const isUnknown = data?.value.total === 0
  return {
    title: ['Tokens named ', name],
    description: 'Tokens with the same name or symbol, and what differs between them.',
    path: namesAlikeLink(name),
    dataPath: pathTo('namesAlike', { name }),
    ...pageStatus(error),
    ...(isUnknown && { status: 404 }),
  }
}

function NamesAlikePage({ page }: { page: Page }) {
  const alike = useQuery(alikeQuery(page))
  return (
    <article>
      <PageHead {...alikeHead(page, alike)} />
      <WhenLoaded query={alike}>
        {(found) =>
          found.total === 0 ? (
            <Unknown title="No token has this name">
              No token that this service knows has it as its name or symbol.
            </Unknown>
          ) : (
            <Found name={page.name} found={found} />
          )
        }
      </WhenLoaded>
    </article>
  )
}

function Found({ name, found: { total, named, results } }: { name: string; found: NamesAlike }) {
  return (
    <>
      <PageHeader
        crumb={<CrumbLink to="/tokens">Tokens</CrumbLink>}
        title={
          <>
            <Numeral name="alike.named" value={named} /> {named === 1 ? 'token is' : 'tokens are'}{' '}
            named <UntrustedText text={name} maxLength={60} />
          </>
        }
        meta={
          <>
            {total > named && (
              <span>
                <Numeral name="alike.as_symbol" value={total - named} /> more{' '}
                {total - named === 1 ? 'has' : 'have'} it as the symbol only.
              </span>
            )}
            <span>Anyone can reuse a name. Check the contract against the project’s own site.</span>
          </>
        }
      />
      <p className="mt-4 mb-2 text-sm text-muted">
        {total > results.length ? (
          <>
            The first <Numeral name="alike.listed" value={results.length} />, in
          </>
        ) : (
          'In'
        )}{' '}
        the order of their contracts, those with the symbol only after them.{' '}
        <Tinted isTinted>Tinted</Tinted> is what most of them do not have.
      </p>
      <AlikeTable rows={results} />
    </>
  )
}

type Row = NamesAlike['results'][number]

function AlikeTable({ rows }: { rows: readonly Row[] }) {
  const usual = {
    symbol: mostCommon(rows.map(({ symbol }) => symbol)),
    decimals: mostCommon(rows.map(({ decimals }) => decimals)),
    /** Whether it has the document of another one. */
    isShared: mostCommon(rows.map((row) => sharingOf(row, rows) > 1)),
  }
  const isUnusual = (row: Row, field: 'symbol' | 'decimals') =>
    usual[field] !== undefined && row[field] !== usual[field]
  const listed = ({ principal, ...token }: Row) => ({
    ...token,
    contract_principal: principal,
    sender_address: undefined,
  })
  return (
    <DataTable
      caption="Tokens of one name"
      rows={rows}
      keyOf={({ principal }) => principal}
      columns={[
        {
          heading: 'Token',
          area: 'name',
          className: 'min-w-40',
          cell: (row) => <TokenName token={listed(row)} />,
        },
        {
          heading: 'Contract',
          area: 'line',
          className: 'wrap-anywhere whitespace-normal!',
          cell: ({ principal }) => (
            <span className="font-mono text-xs wrap-anywhere">{principal}</span>
          ),
        },
        { ...DEPLOYER, cell: (row, index) => DEPLOYER.cell(listed(row), index) },
        { ...DEPLOYED, cell: (row, index) => DEPLOYED.cell(listed(row), index) },
        {
          heading: 'Symbol',
          area: 'meta',
          cell: (row) => (
            <Tinted isTinted={isUnusual(row, 'symbol')}>
              {row.symbol ? <UntrustedText text={row.symbol} maxLength={20} /> : 'none'}
            </Tinted>
          ),
        },
        {
          heading: 'Decimals',
          area: 'meta',
          isNumber: true,
          cell: (row) =>
            row.decimals !== undefined && (
              <Tinted isTinted={isUnusual(row, 'decimals')}>
                <Numeral name="listed.decimals" value={row.decimals} />
              </Tinted>
            ),
        },
        amountColumn(rows, 'Supply', (row) => scaleAmount(row.total_supply, row.decimals), {
          name: 'listed.supply',
        }),
        {
          heading: 'Document',
          area: 'meta',
          cell: (row) => (
            <Tinted isTinted={usual.isShared === true && sharingOf(row, rows) < 2}>
              {documentOf(row, rows)}
            </Tinted>
          ),
        },
      ]}
    />
  )
}

/** What more than half of them have; undefined if nothing is. */
function mostCommon<Value>(values: readonly Value[]): Value | undefined {
  return values.find(
    (value) => values.filter((other) => other === value).length * 2 > values.length,
  )
}

/** How many have the document of a token, it included; 0 if it has none. */
function sharingOf({ token_uri }: Row, rows: readonly Row[]): number {
  return token_uri ? rows.filter((row) => row.token_uri === token_uri).length : 0
}

function documentOf(row: Row, rows: readonly Row[]): ReactNode {
  const sharing = sharingOf(row, rows)
  if (sharing === 0) return 'none'
  if (sharing === 1) return 'its own'
  return (
    <>
      the same for <Numeral name="alike.document" value={sharing} />
    </>
  )
}

function Tinted({ isTinted, children }: { isTinted: boolean; children: ReactNode }) {
  if (!isTinted) return children
  return (
    <span className="rounded-sm bg-warn-soft px-1.5 py-0.5 font-medium forced-colors:border">
      {children}
    </span>
  )
}
