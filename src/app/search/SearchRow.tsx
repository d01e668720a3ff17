import { ArrowLeftRight, Box, CircleDot, FileText, Layers, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SearchHit } from '../../contract/schemas/search.ts'
import { decodePercentEscapes, searchLink } from '../links.ts'
import { NamesAlikeText } from '../runes/NamesAlikeMark.tsx'
import { RuneSymbol } from '../runes/RuneName.tsx'
import { webAddressTitle } from '../tokens/WebAddressBadge.tsx'
import { shortenId } from '../ui/Id.tsx'
import { Mark } from '../ui/Mark.tsx'
import { describeScripts } from '../ui/MixedScriptWarning.tsx'
import { Amount, Count, Numeral, scaleAmount } from '../ui/numbers.tsx'
import { Day } from '../ui/Time.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import type { SavedLink } from './savedLinks.ts'
import { type Cluster, clusterOf, hitLink } from './searchResults.ts'

export type SearchRow = {
  to: string
  /** Of a rune. */
  symbol?: string | undefined
  title: ReactNode
  kind: string
  detail?: ReactNode
  amount?: string | undefined
  note?: ReactNode
}

/** The content of a row of 48 pixels, 56 on phones. */
export function SearchRowContent({ to, symbol, title, kind, detail, amount, note }: SearchRow) {
  return (
    <span className="@container flex h-12 grow items-center gap-3 phone:h-14">
      <Icon to={to} symbol={symbol} />
      <span className="min-w-0 grow">
        <span className="block truncate text-base font-medium">{title}</span>
        <span className="block truncate text-xs text-muted">
          <span className={detail === undefined ? '' : 'phone:hidden'}>{kind}</span>
          {detail !== undefined && (
            <>
              <span className="phone:hidden"> · </span>
              {detail}
            </>
          )}
        </span>
      </span>
      <span className="shrink-0 text-end text-sm tabular-nums">
        {amount !== undefined && (
          <span className={amount.length > MAX_NARROW_AMOUNT ? 'hidden @2xl:block' : 'block'}>
            <Amount name="hit.supply" digits={amount} />
          </span>
        )}
        {note && <span className="block text-xs text-muted">{note}</span>}
      </span>
    </span>
  )
}

/** A longer amount would leave no room for the name. The page of the match has it. */
const MAX_NARROW_AMOUNT = 16

function Icon({ to, symbol }: Pick<SearchRow, 'to' | 'symbol'>) {
  const [page, id] = partsOf(to)
  if (page === 'rune') return <RuneSymbol symbol={symbol} size="medium" />
  if (page === 'token' || page === 'address') return <Mark id={id} size={24} />
  const Icon = ICONS.get(page) ?? FileText
  return (
    <span className="grid size-6 shrink-0 place-items-center rounded-sm bg-sunken text-muted">
      <Icon size={14} aria-hidden="true" />
    </span>
  )
}

const ICONS = new Map([
  ['block', Box],
  ['tx', ArrowLeftRight],
  ['output', CircleDot],
  ['search', Layers],
])

const KINDS = new Map([
  ['rune', 'Rune'],
  ['token', 'Token'],
  ['block', 'Block'],
  ['tx', 'Transaction'],
  ['address', 'Address'],
  ['output', 'Output'],
])

/** The page and the identifier in a link. */
function partsOf(to: string): [page: string, id: string] {
  const [, page = '', id = ''] = to.split(/[/?#]/)
  return [page, decodePercentEscapes(id)]
}

export function rowOfSavedLink({ to, kind, title }: SavedLink): SearchRow {
  return { to, title: <UntrustedText text={title} />, kind }
}

/** The row of a page of which only the link is known. */
export function rowOfLink(to: string): SearchRow {
  const [page] = partsOf(to)
  return { to, kind: KINDS.get(page) ?? 'Page', title: <LinkTitle to={to} /> }
}

function LinkTitle({ to }: { to: string }) {
  const [page, id] = partsOf(to)
  if (page === 'token') return <Code>{shortenPrincipal(id)}</Code>
  if (page === 'block' && id.length < 64) {
    return (
      <>
        Block <Numeral name="hit.block_height" value={id} />
      </>
    )
  }
  if (['block', 'tx', 'output', 'address'].includes(page)) return <Code>{shortenId(id)}</Code>
  return <UntrustedText text={page === 'rune' ? id : decodePercentEscapes(to)} />
}

/** A row for each match. Of tokens alike there is only the first: its row leads to all of them. */
export function rowsOfHits(hits: SearchHit[], query: string): SearchRow[] {
  return hits.map((hit) =>
    hit.same_name === undefined ? rowOfHit(hit, query) : rowOfCluster(clusterOf(hit), query),
  )
}

function rowOfCluster({ name, count, sharedBy }: Cluster, query: string): SearchRow {
  return {
    to: searchLink(name, 'token'),
    kind: 'Tokens',
    title: <UntrustedText text={name} highlight={highlightOf(query)} />,
    detail: (
      <>
        <Count name="found.same" value={count} one="token uses" many="tokens use" /> this {sharedBy}
      </>
    ),
  }
}

export function rowOfHit(hit: SearchHit, query: string): SearchRow {
  const { kind, id, title, symbol, detail, total_supply, decimals, holders, look_alikes } = hit
  const highlight = highlightOf(query)
  const row = rowOfLink(hitLink(hit))
  const amount = scaleAmount(total_supply, decimals)
  const name = <UntrustedText text={title} highlight={highlight} />
  switch (kind) {
    case 'block':
      return { ...row, detail: <Code>{shortenId(detail)}</Code> }
    case 'transaction':
    case 'address':
      return { ...row, detail }
    case 'rune':
      return {
        ...row,
        symbol,
        title: name,
        detail: (
          <>
            <Code>{detail}</Code>
            {look_alikes !== undefined && (
              <>
                {' · '}
                <NamesAlikeText name="hit.look_alikes" count={look_alikes} />
              </>
            )}
          </>
        ),
        amount,
        note: holders !== undefined && <Count name="hit.holders" value={holders} one="holder" />,
      }
    case 'token': {
      const isNamed = highlight !== undefined && title.search(highlight) !== -1
      const scripts = describeScripts(title) ?? describeScripts(symbol ?? '')
      return {
        ...row,
        title: (
          <>
            {name}{' '}
            <span className="font-normal text-muted">
              <UntrustedText text={symbol ?? ''} highlight={isNamed ? undefined : highlight} />
            </span>
          </>
        ),
        detail: (
          <>
            <Warning name={scripts && 'look-alike letters'} explanation={scripts} />
            <Warning name={webAddressTitle({ name: title, symbol })?.toLowerCase()} />
            <Code>{shortenPrincipal(id)}</Code>
          </>
        ),
        amount,
        note: <TokenNote hit={hit} />,
      }
    }
  }
}

/** The day of deployment tells more than the decimals, if it is known. */
function TokenNote({ hit: { deployed_at, decimals } }: { hit: SearchHit }) {
  if (deployed_at !== undefined) {
    return (
      <>
        deployed <Day name="hit.deployed" seconds={deployed_at} />
      </>
    )
  }
  return decimals !== undefined && <Count name="hit.decimals" value={decimals} one="decimal" />
}

type WarningProps = { name: string | undefined; explanation?: string | undefined }

function Warning({ name, explanation }: WarningProps) {
  if (name === undefined) return null
  return (
    <span title={explanation} className="text-warn">
      <TriangleAlert size={12} aria-hidden="true" className="inline align-[-1px]" /> {name} ·{' '}
    </span>
  )
}

function Code({ children }: { children: string }) {
  return (
    <code dir="ltr" className="text-[0.95em] tracking-[-0.02em]">
      {children}
    </code>
  )
}

/** "SPKWB8…M2TCGN.dog-faktory". */
function shortenPrincipal(principal: string): string {
  const [address = '', name = ''] = principal.split('.')
  return `${shortenId(address)}.${name}`
}

/** Matches a query at the beginning of words, in any case and however its letters are spaced. */
function highlightOf(query: string): RegExp | undefined {
  const letters = query.match(/[\p{L}\p{N}]/gu)
  if (letters === null) return
  return new RegExp(`(?<![\\p{L}\\p{N}])(${letters.join('[^\\p{L}\\p{N}]{0,3}')})`, 'giu')
}
