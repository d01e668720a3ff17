import { Link } from 'react-router-dom'
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
import type { AlikeComparison, AlikeToken } from './compareTokens.ts'

/** `alike`: how many more follow that are the same but for the name of their contract. */
type Entry = AlikeToken & { alike: number }

type Props = {
  caption: string
  rows: readonly AlikeToken[]
  /** Of all tokens of the page. */
  comparison: AlikeComparison
  isGrouped: boolean
  isFurther: boolean
}

/** Tokens whose contracts tell them apart, with what most do not have tinted. */
export function AlikeTable({ caption, rows, comparison, isGrouped, isFurther }: Props) {
  const { isUnusual, sharing } = comparison
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
        { ...DEPLOYER, isMinor: true, cell: (row, index) => DEPLOYER.cell(listedOf(row), index) },
        { ...DEPLOYED, cell: (row, index) => DEPLOYED.cell(listedOf(row), index) },
        {
          heading: 'Symbol',
          area: 'meta',
          cell: (row) => (
            <Tinted isTinted={isUnusual.symbol(row)}>
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
              <Tinted isTinted={isUnusual.decimals(row)}>
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
            <Tinted isTinted={isUnusual.document(row)}>
              <Document uri={row.token_uri} sharing={sharing} />
            </Tinted>
          ),
        },
      ]}
    />
  )
}

/** Neighbours that differ in nothing but the name of their contract are one entry. */
function groupsOf(rows: readonly AlikeToken[]): Entry[] {
  const entries: Entry[] = []
  for (const row of rows) {
    const last = entries.at(-1)
    if (last !== undefined && whatDiffers(last) === whatDiffers(row)) last.alike++
    else entries.push({ ...row, alike: 0 })
  }
  return entries
}

function whatDiffers({ principal, alike, ...rest }: AlikeToken & { alike?: number }): string {
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
        <span className="block font-mono text-xs text-muted wrap-anywhere max-xl:whitespace-normal">
          {address}.<wbr />
          {contractName}
        </span>
      </span>
    </span>
  )
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

type DocumentProps = { uri: string | undefined } & Pick<AlikeComparison, 'sharing'>

/** With a letter if there are several documents; the 27th and later ones have none. */
function Document({ uri, sharing }: DocumentProps) {
  if (!uri) return 'none'
  const tokens = sharing.get(uri) ?? 0
  const letter = sharing.size > 1 && LETTERS[[...sharing.keys()].indexOf(uri)]
  return (
    <span className="inline-block align-middle">
      <span className="flex items-center gap-2">
        {letter && (
          <span className="rounded-sm border border-control px-1 font-mono text-xs">{letter}</span>
        )}
        <span className="font-mono text-xs">
          <UntrustedText text={placeOf(uri)} />
        </span>
      </span>
      <span className="block text-xs text-muted">
        {tokens === 1 ? (
          'its own'
        ) : (
          <>
            the same for <Numeral name="alike.document" value={tokens} />
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
