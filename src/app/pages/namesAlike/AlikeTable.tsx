import { Link } from 'react-router-dom'
import type { NamesAlike } from '../../../contract/schemas/search.ts'
import { tokenLink } from '../../links.ts'
import { DEPLOYED, DEPLOYER, listedOf } from '../../tokens/TokenTable.tsx'
import { WebAddressBadge } from '../../tokens/WebAddressBadge.tsx'
import { amountColumn } from '../../ui/amountColumn.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { shortenId } from '../../ui/Id.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Numeral, scaleAmount } from '../../ui/numbers.tsx'
import { Tinted } from '../../ui/Tinted.tsx'
import { cut, UntrustedText } from '../../ui/UntrustedText.tsx'

type Row = NamesAlike['results'][number]

/** `alike`: how many more follow that are the same but for the name of their contract. */
type Entry = Row & { alike: number }

type Props = {
  caption: string
  rows: readonly Row[]
  /** All tokens of the page. */
  all: readonly Row[]
  isGrouped: boolean
  isFurther: boolean
}

/** Tokens whose contracts tell them apart, and what most of `all` do not have tinted. */
export function AlikeTable({ caption, rows, all, isGrouped, isFurther }: Props) {
  const { usual, isUnusual, documents } = comparisonOf(all)
  const entries = isGrouped ? groupsOf(rows) : rows.map((row) => ({ ...row, alike: 0 }))
  return (
    <DataTable
      caption={caption}
      rows={entries}
      isFurther={isFurther}
      keyOf={({ principal }) => principal}
      columns={[
        {
          heading: 'Contract',
          area: 'name',
          className: 'w-full py-1.5!',
          cell: (row) => <Contract row={row} />,
        },
        { ...DEPLOYER, cell: (row, index) => DEPLOYER.cell(listedOf(row), index) },
        { ...DEPLOYED, cell: (row, index) => DEPLOYED.cell(listedOf(row), index) },
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
        amountColumn(entries, 'Supply', (row) => scaleAmount(row.total_supply, row.decimals), {
          name: 'listed.supply',
        }),
        {
          heading: 'Document',
          area: 'meta',
          cell: (row) => (
            <Tinted isTinted={usual.isShared === true && documents.sharing(row) < 2}>
              <Document uri={row.token_uri} documents={documents} />
            </Tinted>
          ),
        },
      ]}
    />
  )
}

/** Whether some of what the tables show is tinted. */
export function isSomeTinted(all: readonly Row[]): boolean {
  const { usual, isUnusual, documents } = comparisonOf(all)
  return all.some(
    (row) =>
      isUnusual(row, 'symbol') ||
      isUnusual(row, 'decimals') ||
      (usual.isShared === true && documents.sharing(row) < 2),
  )
}

function comparisonOf(all: readonly Row[]) {
  const documents = documentsOf(all)
  const usual = {
    symbol: mostCommon(all.map(({ symbol }) => symbol)),
    decimals: mostCommon(all.map(({ decimals }) => decimals)),
    /** Whether it has the document of another one. */
    isShared: mostCommon(all.map((row) => documents.sharing(row) > 1)),
  }
  const isUnusual = (row: Row, field: 'symbol' | 'decimals') =>
    usual[field] !== undefined && row[field] !== usual[field]
  return { usual, isUnusual, documents }
}

/** Neighbours that differ in nothing but the name of their contract are one entry. */
function groupsOf(rows: readonly Row[]): Entry[] {
  const entries: Entry[] = []
  for (const row of rows) {
    const last = entries.at(-1)
    if (last !== undefined && whatDiffers(last) === whatDiffers(row)) last.alike++
    else entries.push({ ...row, alike: 0 })
  }
  return entries
}

function whatDiffers({ principal, alike, ...rest }: Row & { alike?: number }): string {
  return JSON.stringify([principal.split('.')[0], Object.entries(rest).sort()])
}

/** The name of the contract, which is what differs where the name of the token does not. */
function Contract({ row }: { row: Entry }) {
  const { principal, name, symbol, as, alike } = row
  const [address = '', contractName = ''] = principal.split('.')
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Mark id={principal} size={24} />
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2">
          <Link to={tokenLink(principal)} className="quiet-link font-medium">
            <UntrustedText text={as.includes('name') || !name?.trim() ? contractName : name} />
          </Link>
          {alike > 0 && (
            <Badge>
              and <Numeral name="alike.grouped" value={alike} /> more, alike
            </Badge>
          )}
          <WebAddressBadge token={{ name, symbol }} />
        </span>
        <span className="block font-mono text-xs text-muted wide:whitespace-nowrap phone:wrap-anywhere">
          {address}.<wbr />
          {contractName}
        </span>
      </span>
    </span>
  )
}

/** What more than half of them have; undefined if nothing is. */
function mostCommon<Value>(values: readonly Value[]): Value | undefined {
  return values.find(
    (value) => values.filter((other) => other === value).length * 2 > values.length,
  )
}

type Documents = ReturnType<typeof documentsOf>

function documentsOf(rows: readonly Row[]) {
  const uris = rows.flatMap(({ token_uri }) => token_uri || [])
  const shared = [...new Set(uris)]
  return {
    /** How many have the document of a token, it included; 0 if it has none. */
    sharing: ({ token_uri }: Pick<Row, 'token_uri'>) =>
      token_uri ? uris.filter((uri) => uri === token_uri).length : 0,
    /** A letter for each document that is not the only one; none from the 27th on. */
    letterOf: (uri: string) =>
      shared.length > 1 ? LETTERS.charAt(shared.indexOf(uri)) || undefined : undefined,
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function Document({ uri, documents }: { uri: string | undefined; documents: Documents }) {
  const sharing = documents.sharing({ token_uri: uri })
  if (!uri || sharing === 0) return 'none'
  const letter = documents.letterOf(uri)
  return (
    <span className="inline-block align-middle">
      <span className="flex items-center gap-2">
        {letter !== undefined && (
          <span className="rounded-sm border border-control px-1 font-mono text-xs">{letter}</span>
        )}
        <span className="font-mono text-xs">
          <UntrustedText text={placeOf(uri)} />
        </span>
      </span>
      <span className="block text-xs text-muted">
        {sharing === 1 ? (
          'its own'
        ) : (
          <>
            the same for <Numeral name="alike.document" value={sharing} />
          </>
        )}
      </span>
    </span>
  )
}

const MAX_PLACE = 24

/** Where a document is, shortly: the hash of its content, a host, or that its URI contains it. */
function placeOf(uri: string): string {
  const [, hash] =
    /^(?:ipfs|ar):\/*(?:ipfs\/)?([^/?#]+)|\/ipfs\/([^/?#]+)/i.exec(uri)?.filter(Boolean) ?? []
  if (hash !== undefined) return shortenId(hash)
  if (/^data:/i.test(uri)) return 'in its contract'
  return cut(URL.canParse(uri) && new URL(uri).host ? new URL(uri).host : uri, MAX_PLACE)
}
