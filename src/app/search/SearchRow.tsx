import { ArrowLeftRight, Box, CircleDot, FileText, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SearchHit } from '../../contract/schemas/search.ts'
import { addressLink, blockLink, decode, runeLink, tokenLink, transactionLink } from '../links.ts'
import { RuneSymbol } from '../movements/RuneName.tsx'
import { shortenId } from '../ui/Id.tsx'
import { Mark } from '../ui/Mark.tsx'
import { describeScripts } from '../ui/MixedScriptWarning.tsx'
import { Amount, Count, Numeral, scaleAmount } from '../ui/numbers.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import type { Meaning } from './parseQuery.ts'
import type { SavedLink } from './savedLinks.ts'

export type SearchRow = {
  to: string
  icon: ReactNode
  title: ReactNode
  kind: string
  detail?: ReactNode
  amount?: string | undefined
  note?: ReactNode
}

/** The content of a row of 48 pixels, 56 on phones. */
export function SearchRowContent({ icon, title, kind, detail, amount, note }: SearchRow) {
  return (
    <span className="@container flex h-12 grow items-center gap-3 phone:h-14">
      {icon}
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
            <Amount digits={amount} />
          </span>
        )}
        {note && <span className="block text-xs text-muted">{note}</span>}
      </span>
    </span>
  )
}

/** A longer amount would leave no room for the name. The page of the match has it. */
const MAX_NARROW_AMOUNT = 16

export const KIND_NAMES = {
  rune: { one: 'Rune', many: 'Runes' },
  token: { one: 'Token', many: 'Tokens' },
  block: { one: 'Block', many: 'Blocks' },
  transaction: { one: 'Transaction', many: 'Transactions' },
  address: { one: 'Address', many: 'Addresses' },
  output: { one: 'Output', many: 'Outputs' },
  page: { one: 'Page', many: 'Pages' },
} as const

type Kind = keyof typeof KIND_NAMES

export function rowOfHit(hit: SearchHit, query: string): SearchRow {
  const { kind, id, title, symbol, detail, reason, total_supply, decimals, holders } = hit
  const row = { to: hitLink(hit), icon: iconOf(kind, id, symbol), kind: KIND_NAMES[kind].one }
  switch (kind) {
    case 'block':
      return {
        ...row,
        title: <BlockTitle text={title} />,
        detail: <Code>{shortenId(detail)}</Code>,
      }
    case 'transaction':
    case 'address':
      return { ...row, title: <Code>{shortenId(title)}</Code>, detail }
    case 'rune':
      return {
        ...row,
        title: <UntrustedText text={title} highlight={highlightOf(query)} />,
        detail: <Code>{detail}</Code>,
        amount: scaleAmount(total_supply, decimals),
        note: holders !== undefined && <Count value={holders} one="holder" />,
      }
    case 'token': {
      const highlight = highlightOf(query)
      const isNamed = highlight !== undefined && title.search(highlight) !== -1
      return {
        ...row,
        title: (
          <>
            <UntrustedText text={title} highlight={highlight} />{' '}
            {symbol !== undefined && (
              <span className="font-normal text-muted">
                <UntrustedText
                  text={symbol}
                  highlight={reason === 'symbol' && !isNamed ? highlight : undefined}
                />
              </span>
            )}
          </>
        ),
        detail: (
          <>
            <ScriptWarning text={describeScripts(title) ?? describeScripts(symbol ?? '')} />
            <Code>{shortenPrincipal(id)}</Code>
          </>
        ),
        amount: scaleAmount(total_supply, decimals),
        note: decimals !== undefined && <Count value={decimals} one="decimal" />,
      }
    }
  }
}

function ScriptWarning({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <span title={text} className="text-warn">
      <TriangleAlert size={12} aria-hidden="true" className="inline align-[-1px]" /> look-alike
      letters ·{' '}
    </span>
  )
}

export function hitLink({ kind, id }: SearchHit): string {
  return LINKS[kind](id)
}

const LINKS = {
  rune: runeLink,
  token: tokenLink,
  block: (height: string) => blockLink(Number(height)),
  transaction: transactionLink,
  address: addressLink,
}

export function rowOfMeaning({ to, kind, name, detail }: Meaning): SearchRow {
  const id = kind === 'token' ? shortenPrincipal(name) : shortenId(name)
  const title =
    kind === 'block' && name.length < 64 ? (
      <BlockTitle text={name} />
    ) : kind === 'page' || kind === 'rune' ? (
      <UntrustedText text={name} />
    ) : (
      <Code>{id}</Code>
    )
  return { to, icon: iconOf(kind, name), title, kind: KIND_NAMES[kind].one, detail }
}

export function rowOfSavedLink({ to, kind, title }: SavedLink): SearchRow {
  const id = decode(to.replace(/\?.*/, '').split('/').at(-1) ?? '')
  return {
    to,
    icon: iconOf(kindNamed(kind), id),
    title: <UntrustedText text={title} />,
    kind,
  }
}

function kindNamed(name: string): Kind {
  const kinds: Record<string, { one: string }> = KIND_NAMES
  const isNamed = (kind: string): kind is Kind => kinds[kind]?.one === name
  return Object.keys(KIND_NAMES).find(isNamed) ?? 'page'
}

function iconOf(kind: Kind, id: string, symbol?: string): ReactNode {
  if (kind === 'rune') return <RuneSymbol symbol={symbol} size="medium" />
  if (kind === 'token' || kind === 'address') return <Mark id={id} size={24} />
  const Icon = ICONS[kind]
  return (
    <span className="grid size-6 shrink-0 place-items-center rounded-sm bg-sunken text-muted">
      <Icon size={14} aria-hidden="true" />
    </span>
  )
}

const ICONS = { block: Box, transaction: ArrowLeftRight, output: CircleDot, page: FileText }

function BlockTitle({ text }: { text: string }) {
  return (
    <>
      Block <Numeral value={text} />
    </>
  )
}

function Code({ children }: { children: string }) {
  return (
    <span dir="ltr" className="font-mono text-[0.95em] tracking-[-0.02em]">
      {children}
    </span>
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
