import { Link } from 'react-router-dom'
import { nameOfRune } from '../../../contract/activity.ts'
import { etchedSymbol } from '../../../contract/etching.ts'
import {
  defaultRuneDirection,
  type ListedRune,
  type RuneListOptions,
} from '../../../contract/runeList.ts'
import { blockLink, runeLink, runesLink } from '../../links.ts'
import type { CardColumn } from '../../ui/CardTable.tsx'
import type { Sort } from '../../ui/CardTableFrame.tsx'
import { useLanguage } from '../../ui/language.ts'
import { MissingValue } from '../../ui/MissingValue.tsx'
import { Amount, formatDecimal, Numeral, trimDecimal } from '../../ui/numbers.tsx'
import { Age } from '../../ui/Time.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { FIRST_RUNE, hasTerms, mintCap, whyNotMintable } from '../../whyNotMintable.ts'

/** @param tip the height of the newest block, if it is known. */
export function runeColumns(
  options: RuneListOptions,
  tip: number | undefined,
): CardColumn<ListedRune>[] {
  return [
    {
      heading: 'Name',
      isTitle: true,
      sort: sortBy(options, 'name'),
      cell: (rune) => (
        <Link to={runeLink(rune.id)} className="link font-semibold">
          <UntrustedText text={nameOfRune(rune)} />
        </Link>
      ),
    },
    {
      heading: 'Number',
      isNumber: true,
      sort: sortBy(options, 'number'),
      cell: ({ number }) =>
        number === undefined ? <MissingValue label="unknown" /> : `#${number}`,
    },
    {
      heading: 'Symbol',
      cell: (rune) => <RuneSymbol rune={rune} />,
    },
    {
      heading: 'Supply',
      isNumber: true,
      cell: ({ supply }) =>
        supply?.current === undefined ? (
          <MissingValue label="unknown" />
        ) : (
          <Amount digits={supply.current} />
        ),
    },
    { heading: 'Mint progress', isNumber: true, cell: (rune) => <MintProgress rune={rune} /> },
    { heading: 'Mintable', cell: (rune) => <Mintable rune={rune} tip={tip} /> },
    { heading: 'Etched', cell: (rune) => <Etched rune={rune} /> },
  ]
}

function RuneSymbol({ rune }: { rune: ListedRune }) {
  const symbol = etchedSymbol(rune)
  if (symbol) return <UntrustedText text={symbol} />
  return <MissingValue label={rune.symbol === undefined ? 'unknown' : 'none'} />
}

/** Sorting by another column starts with its own direction; sorting again reverses the list. */
function sortBy(options: RuneListOptions, orderBy: 'number' | 'name'): Sort {
  const isSorted = options.orderBy === orderBy
  const reversed = options.order === 'asc' ? 'desc' : 'asc'
  return {
    to: runesLink({
      ...options,
      orderBy,
      order: isSorted ? reversed : defaultRuneDirection(orderBy),
    }),
    sorted: isSorted ? (options.order === 'asc' ? 'ascending' : 'descending') : undefined,
  }
}

/** The share of the cap that was minted, or that there is no cap. */
function MintProgress({ rune }: { rune: ListedRune }) {
  const language = useLanguage()
  const { mint_terms, supply } = rune
  if (mint_terms === undefined) return <MissingValue label="unknown" />
  if (!hasTerms(rune)) return <MissingValue label="none" />
  if (mintCap(rune) === undefined) {
    return (
      <span className="text-muted">
        <WithoutCap mints={supply?.total_mints} />
      </span>
    )
  }
  if (supply?.mint_percentage === undefined) return <MissingValue label="unknown" />
  const percentage = trimDecimal(supply.mint_percentage)
  return (
    <span className="inline-flex items-center gap-2">
      <progress
        value={Math.min(Number(percentage), 100)}
        max={100}
        aria-hidden="true"
        className="w-16"
      />
      <span className="min-w-18 tabular-nums">{formatDecimal(percentage, language)}%</span>
    </span>
  )
}

function WithoutCap({ mints }: { mints: string | undefined }) {
  if (mints === undefined) return 'No cap'
  return (
    <>
      <Numeral value={mints} /> {mints === '1' ? 'mint' : 'mints'}, no cap
    </>
  )
}

function Mintable({ rune, tip }: { rune: ListedRune; tip: number | undefined }) {
  const language = useLanguage()
  const isMintable = rune.supply?.mintable
  if (isMintable === undefined) return <MissingValue label="unknown" />
  const reason = whyNotMintable(rune, { language, tip })
  if (isMintable && reason === undefined) {
    return (
      <span className="rounded-full bg-mint-soft px-2 py-0.5 text-sm font-semibold text-mint">
        Yes
      </span>
    )
  }
  return <span className="text-muted">{reason === undefined ? 'No' : `No: ${reason}`}</span>
}

function Etched({ rune: { id, location } }: { rune: ListedRune }) {
  if (id === FIRST_RUNE) return <span className="text-muted">defined by the protocol</span>
  const { block_height: height, timestamp } = location ?? {}
  if (height === undefined) return <MissingValue label="unknown" />
  return (
    <span className="whitespace-nowrap">
      <Link to={blockLink(height)} className="link">
        <Numeral value={height} />
      </Link>
      {timestamp !== undefined && (
        <span className="ms-2 text-sm text-muted">
          <Age milliseconds={timestamp} />
        </span>
      )}
    </span>
  )
}
